/** The intent to delete: a permit writes it, the cloud's answer or a read by id ends it. Pure, like `mark.ts`. */
import type { Intent, Mark } from './mark.ts';

/** The value a permit writes: the intent to delete, or to take only the step before. */
export function intendDeletion(mark: Mark, passId: string, now: number, to?: Intent['to']): Mark {
  const intent = { passId, at: now, ...(to === undefined ? {} : { to }) };
  return { ...mark, state: 'deleting', intent, revision: mark.revision + 1 };
}

/**
 * The request was sent and its result is not known yet: the intent stays until a read by id shows the result. Only the
 * instance that sent it calls this: it sends nothing more for this intent.
 * @param accepted when the cloud accepted the request, and the request id of that answer
 */
export function awaitOutcome(
  mark: Mark,
  intent: Intent,
  nextAttemptAt: number,
  accepted?: { readonly at: number; readonly requestId: string },
): Mark {
  const taken = accepted === undefined ? {} : { acceptedAt: accepted.at, requestId: accepted.requestId };
  const ended: Intent = { ...intent, ...taken, isOver: true };
  return { ...mark, state: 'deleting', intent: ended, nextAttemptAt, revision: mark.revision + 1 };
}

/**
 * Like {@link awaitOutcome}, for an answer that was an error and excludes nothing. It counts as a refusal, so that other
 * marks go first.
 */
export function doubtOutcome(mark: Mark, intent: Intent, problem: string, nextAttemptAt: number): Mark {
  const waiting = awaitOutcome(mark, intent, nextAttemptAt);
  return { ...waiting, problem, attempts: mark.attempts + 1, refusals: (mark.refusals ?? 0) + 1 };
}

/**
 * A request leaves at most 20 s after its permit, by the longest of all clocks of its instance, and takes at most 10 s;
 * the clocks of instances and of Redis may differ by 60 s.
 */
const PERMIT_OVER_MS = 90_000;

/**
 * For how long no other instance may drop the intent, ms: its request may still leave, because its instance is slow or
 * its machine slept. 0: its instance said that it sends nothing more, or the time of every such permit is over.
 * @param passedMs time that has certainly passed since the intent
 */
export function mayLeaveForMs({ isOver }: Intent, passedMs: number): number {
  return isOver ? 0 : Math.max(0, PERMIT_OVER_MS - passedMs);
}

/** The intent had no effect and the resource still exists: an ordinary mark again, which is evaluated again. */
export function dropIntent(mark: Mark): Mark {
  const { intent: _intent, nextAttemptAt: _nextAttemptAt, ...rest } = mark;
  return { ...rest, state: mark.notice ? 'noticed' : 'marked', revision: mark.revision + 1 };
}

/** How long to wait after the n-th failed attempt: 5 min, doubled each time, at most 6 h. */
export function retryDelayMs(attempts: number): number {
  return Math.min(5 * 60_000 * 2 ** Math.min(attempts, 10), 6 * 3_600_000);
}

/** How long to wait before a read by id, after a request whose answer was lost. */
export const LOST_ANSWER_MS = 60_000;
/** The longest wait of its own choice: what exists six hours after its request counts as restored (resolveIntent.ts). */
const LONGEST_LOOK_MS = 60 * 60_000;

/** How long to wait before a read by id, after an answer that excludes nothing; longer each time. */
export function lookDelayMs(attempts: number): number {
  return attempts === 0 ? LOST_ANSWER_MS : Math.min(retryDelayMs(attempts), LONGEST_LOOK_MS);
}
