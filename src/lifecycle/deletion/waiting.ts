/** A held resource stays marked and waits until evidence shows its users gone; this is no failed attempt. */
import { waitWords } from '../../core/evaluation/holders.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';

/**
 * How long until the next look at the evidence. Shorter than the usual time between two delete passes, so that a chain of
 * several ends within a few passes after its first deletion.
 */
const WAITS_MS = 5 * 60_000;

/** The date moves out to that of the latest user, never in. Entries with the same reason become one in the history. */
export async function waitForUsers(pass: DeletePass, mark: Mark, { waitsFor = [] }: Verdict): Promise<void> {
  const now = pass.deps.clock.now();
  const problem = waitsFor.map((wait) => `waits: ${waitWords(wait)}`).join('; ');
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, ...waitsFor.map(({ dueAt = 0 }) => dueAt));
  const waiting: Mark = {
    ...mark,
    projectedDeletionAt,
    problem,
    nextAttemptAt: now + WAITS_MS,
    waitsFor: waitsFor.map(({ type, id, by }) => ({ type, id, by })),
    revision: mark.revision + 1,
  };
  pass.counts.waiting = (pass.counts.waiting ?? 0) + 1;
  await applyOne(pass, mark, waiting, 'held', problem);
}
