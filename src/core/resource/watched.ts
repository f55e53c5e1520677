/**
 * The spans of time that no instance of the fleet observed: the clock was set ahead, the state was restored, or no
 * instance ran and no provider confirms the time. A date in such a span may have been announced for another day. Pure.
 */
import { isFromFuture } from '../common/clock.ts';
import { defined } from '../common/defined.ts';
import { HOUR_MS } from '../common/duration.ts';
import { hasPassed, type ProviderTime } from '../common/providerTime.ts';
import type { Span } from './unused.ts';

/** The time that the mark passes of a namespace observed. Instants in ms since the epoch. */
export interface Watched {
  /** All time before this instant is either observed or in `gaps`. */
  readonly until: number;
  /** Spans in which no pass of the namespace ran and no process that still runs measured the time; oldest first. */
  readonly gaps: readonly Span[];
  /** Of the providers' answers in the last pass, the one that differs most from the clock; absent: there was none. */
  readonly heard?: ProviderTime;
}

/** The facts that show whether the time since the last pass really passed. */
export interface Witness {
  /** Since when the wall clock agrees with monotonic time in this process, ms since the epoch. */
  readonly since: number;
  /** Is it the same store incarnation as at the last pass? A restored store has records of an older time. */
  readonly isSameStore: boolean;
  /** Did the store forget nothing since the last pass? Weaker than {@link isSameStore}: a new process may not know more. */
  readonly hasForgottenNothing?: boolean;
  /** As {@link Watched.heard}, in the present pass, after `since`. */
  readonly heard?: ProviderTime | undefined;
  readonly now: number;
  /** How often the namespace is surveyed. */
  readonly everyMs: number;
}

/** With more spans than this, the two oldest become one: then more time counts as unobserved. */
const MOST_GAPS = 50;

/** The record of observed time, up to now. `before` absent = there is no record, and no notice was sent before. */
export function watchedUpTo(before: Watched | undefined, witness: Witness): Watched {
  const { since, isSameStore, now, everyMs, heard } = witness;
  // A wrong clock wrote a record from the future: its spans after now never happened.
  const known = (before?.gaps ?? [])
    .filter(({ from }) => from < now)
    .map(({ from, to }) => ({ from, to: Math.min(to, now) }));
  const given = defined({ heard });
  if (!before || isFromFuture(before.until, now)) return { until: now, gaps: known, ...given };
  const to = isSameStore ? Math.min(since, now) : now;
  const isGap = to - before.until > longestPauseMs(everyMs) && !isProven(before, witness);
  const gaps = isGap ? fewer([...known, { from: before.until, to }]) : known;
  return { until: Math.max(now, before.until), gaps, ...given };
}

/** Nobody watched, but providers said the time in both passes, and the store knows what people decided between. */
function isProven(before: Watched, { hasForgottenNothing, heard }: Witness): boolean {
  return (
    hasForgottenNothing === true && before.heard !== undefined && heard !== undefined && hasPassed(before.heard, heard)
  );
}

/** The longest normal time between two passes: twice their interval, at least one hour for a restart. */
function longestPauseMs(everyMs: number): number {
  return Math.max(2 * everyMs, HOUR_MS);
}

function fewer(gaps: readonly Span[]): readonly Span[] {
  const [first, second, ...rest] = gaps;
  if (gaps.length <= MOST_GAPS || !first || !second) return gaps;
  return [{ from: first.from, to: second.to }, ...rest];
}
