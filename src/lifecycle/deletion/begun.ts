/** What a pass that may begin nothing still does: it asks by id what became of the requests that left before. */
import { LockLostError, messageOf } from '../../core/common/errors.ts';
import type { PassResult } from '../pass/record.ts';
import { open } from '../survey/opened.ts';
import type { DeletePass } from './deleteContext.ts';
import { readByIds } from './recheck.ts';

/** So many of the oldest marks are looked through; what has begun is among the oldest. */
const LOOKED_THROUGH = 500;

/** Reads only, and stores what came of it. Where that cannot be asked the pass ends as it would have. */
export async function settleBegun(pass: DeletePass, result: PassResult): Promise<PassResult> {
  const { deps, wc, signal } = pass;
  try {
    const due = await deps.marks.due(wc.namespace, deps.clock.now(), LOOKED_THROUGH);
    const begun = due.filter(({ state }) => state === 'deleting');
    if (begun.length === 0) return result;
    const opened = open(deps, wc, signal);
    await opened.session.verifyAccount();
    await readByIds(pass, opened, begun);
  } catch (error) {
    if (error instanceof LockLostError || signal.aborted) throw error;
    deps.log.warn({ namespace: wc.namespace, problem: messageOf(error) }, 'the outcome of deletions is unknown');
  }
  return result;
}
