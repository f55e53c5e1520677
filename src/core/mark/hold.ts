/** A mark that waits: no attempt before a time, and why. Pure, like `mark.ts`. */
import { isFromFuture } from '../common/clock.ts';
import { DAY_MS } from '../common/duration.ts';
import { type Wait, waitedOf } from '../evaluation/holders.ts';
import type { Mark } from './mark.ts';

/** No attempt before `nextAttemptAt`; nothing failed, and a deletion that has begun goes on. @param problem stays if absent */
export function holdMark(mark: Mark, nextAttemptAt: number, problem?: string): Mark {
  const why = problem === undefined ? {} : { problem };
  return { ...mark, ...why, nextAttemptAt, revision: mark.revision + 1 };
}

/** An attempt failed, because the re-check was unknown, or the cloud refused or asked to wait: the intent is over. */
export function deferMark(mark: Mark, problem: string, nextAttemptAt: number): Mark {
  const { intent: _intent, ...rest } = holdMark(mark, nextAttemptAt, problem);
  return { ...rest, state: mark.notice ? 'noticed' : 'marked', attempts: mark.attempts + 1 };
}

/** Like {@link deferMark}, but a deletion that has begun goes on: a read of its resource said nothing. */
export function deferUnread(mark: Mark, problem: string, nextAttemptAt: number): Mark {
  if (mark.state !== 'deleting') return deferMark(mark, problem, nextAttemptAt);
  return { ...holdMark(mark, nextAttemptAt), attempts: mark.attempts + 1 };
}

/** Like {@link deferMark}, but because the cloud refused a request or asked to wait. */
export function refuseMark(mark: Mark, reason: string, nextAttemptAt: number): Mark {
  return { ...deferMark(mark, reason, nextAttemptAt), refusals: (mark.refusals ?? 0) + 1 };
}

/** It waits until its users are gone: its date moves out to that of the latest one, never in. */
export function holdForUsers(mark: Mark, users: readonly Wait[], problem: string, nextAttemptAt: number): Mark {
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, ...users.map(({ dueAt = 0 }) => dueAt));
  return { ...holdMark(mark, nextAttemptAt, problem), projectedDeletionAt, waitsFor: users.map(waitedOf) };
}

/** Its users are gone: it says so, and that it was held. `undefined` when it waits for none. */
export function releaseFromUsers(mark: Mark): Mark | undefined {
  if (mark.waitsFor === undefined || mark.waitsFor.length === 0) return undefined;
  const { problem: _problem, ...rest } = mark;
  return { ...rest, waitsFor: [], revision: mark.revision + 1 };
}

/** No mark is deferred for so long: neither after a refusal, nor for lack of a notice. */
const LONGEST_HOLD_MS = 90 * DAY_MS;

/** No attempt waits for a date that only a wrong clock wrote. `undefined` when the mark needs no change. */
export function withoutFutureHold(mark: Mark, now: number): Mark | undefined {
  if (!isFromFuture((mark.nextAttemptAt ?? 0) - LONGEST_HOLD_MS, now)) return undefined;
  const { nextAttemptAt: _nextAttemptAt, ...rest } = mark;
  return { ...rest, revision: mark.revision + 1 };
}
