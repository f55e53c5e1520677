/**
 * A pass that may not begin deletions, or no more of them, still reads by id how the requests of earlier passes ended: an
 * accepted deletion has its place in the budgets already, and does not wait for the next day's.
 */
import { LockLostError, messageOf } from '../../core/common/errors.ts';
import type { PassResult } from '../pass/record.ts';
import { open } from '../survey/opened.ts';
import type { DeletePass } from './deleteContext.ts';
import { readByIds } from './recheck.ts';

/** Only this many of the oldest marks are read; marks with a request are among the oldest. */
const LOOKED_THROUGH = 500;

/**
 * Has a requested deletion not ended yet? This pass saw that it has not, or an earlier one did, and its mark waits for
 * the next look.
 */
export async function isUnderWay({ deps, wc, previous, underWay }: DeletePass): Promise<boolean> {
  if (underWay.size > 0) return true;
  if (!previous?.underWay) return false;
  const { marks } = await deps.marks.page(wc.namespace, undefined, LOOKED_THROUGH);
  return marks.some(({ state }) => state === 'deleting');
}

/** Sends only reads, and stores the outcomes. If the reads fail, the result of the pass does not change. */
export async function settleBegun(pass: DeletePass, result: PassResult): Promise<PassResult> {
  const { deps, wc, signal } = pass;
  try {
    const due = await deps.marks.due(wc.namespace, deps.clock.now(), LOOKED_THROUGH);
    const begun = due.filter(({ state, intent }) => state === 'deleting' && intent?.passId !== pass.passId);
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
