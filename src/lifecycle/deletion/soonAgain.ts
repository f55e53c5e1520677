/** The next pass comes sooner where the cloud calls resources in use whose last users seem gone. */
import { isPatient } from '../../core/mark/patience.ts';
import type { PassResult } from '../pass/record.ts';
import type { DeletePass } from './deleteContext.ts';

/** Only this many of the oldest marks are read; those whose date has passed are among the oldest. */
const LOOKED_THROUGH = 500;

/** The result with the time of the next attempt, if that is before the usual next pass. */
export async function soonAgain(pass: DeletePass, result: PassResult): Promise<PassResult> {
  const { deps, wc, previous, patient, startedAt } = pass;
  if (patient.size === 0 && !previous?.counts.inUse) return result;
  const { marks } = await deps.marks.page(wc.namespace, undefined, LOOKED_THROUGH);
  const waiting = marks.filter(isPatient);
  if (waiting.length === 0) return result;
  const soon = Math.min(...waiting.map(({ nextAttemptAt = 0 }) => Math.max(nextAttemptAt, deps.clock.now())));
  const counts = { ...result.counts, inUse: waiting.length };
  // A pass that is slowed, blocked or cut short has its own next date: nothing can be asked for before.
  if (result.outcome !== 'complete' && result.outcome !== 'incomplete') return { ...result, counts };
  return { ...result, counts, nextDueAt: Math.min(result.nextDueAt ?? startedAt + wc.everyMs.delete, soon) };
}
