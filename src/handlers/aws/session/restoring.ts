/** The parts of a restore that all types share. */

import { messageOf, PermitError } from '../../../core/common/errors.ts';
import type { StoredDefinition } from '../../../core/resource/definition.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../core/resource/restoring.ts';
import { verifyAccount } from '../wire/account.ts';
import { isNotFound, isTaken } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';

/** The resource to restore, and the restoring identity. */
export interface Wanted {
  /** Reads and writes; writes are sent only when the plan is run. */
  readonly restorer: CallScope;
  readonly stored: StoredDefinition;
  /** The end of its time in the Recycle Bin, if it is known. */
  readonly recoverableUntil: Date | undefined;
}

/**
 * Plans a restore, by the restoring identity alone and in the verified account.
 * @throws ReadError when the plan could not be read
 */
export async function planRestore(wanted: Wanted, plan: (wanted: Wanted) => Promise<Restoring>): Promise<Restoring> {
  const { account } = wanted.restorer;
  if (account.id === undefined) {
    return refused(`account ${account.name} is declared without its id: Holystone writes nothing in it`);
  }
  await verifyAccount(wanted.restorer);
  return plan(wanted);
}

/** Sends one restore request; a failure becomes an answer. @param send returns the request id */
export async function restoreBy(
  target: CallScope,
  api: string,
  what: string,
  send: () => Promise<string>,
): Promise<{ readonly requestId: string } | NotRestored> {
  try {
    return { requestId: await send() };
  } catch (error) {
    if (error instanceof PermitError || target.io.signal.aborted) throw error;
    const problem = messageOf(readError(error, { target, api, what }));
    if (isNotFound(error)) return { kind: 'expired', why: problem, steps: [] };
    if (isTaken(error)) return refused(`another resource has the name: ${problem}`);
    return refused(`${problem}; run it again to find out whether it was done`);
  }
}

/** @param why a sentence without full stop @param steps for a person who does it by hand; empty: there are none */
export function refused(why: string, steps: readonly RestoreStep[] = []): NotRestored {
  return { kind: 'refused', why, steps };
}

/** The resource exists; no step is left. */
export function isThere(id: string): Restored {
  return { kind: 'restored', id, afterwards: [] };
}

/** The Recycle Bin does not have it; `expired` if its time there is over. */
export function notRecoverable(
  { restorer, recoverableUntil }: Wanted,
  steps: readonly RestoreStep[],
  left: string,
): NotRestored {
  const isOver = recoverableUntil !== undefined && recoverableUntil.getTime() <= restorer.io.clock.now();
  const why = isOver
    ? `the Recycle Bin had it until ${recoverableUntil.toISOString()}, which is over`
    : 'the Recycle Bin does not have it';
  return { kind: isOver || steps.length === 0 ? 'expired' : 'byHand', why: `${why}; ${left}`, steps };
}
