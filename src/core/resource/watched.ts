/**
 * Which stretches of time nobody of the fleet saw go by: the clock was set ahead, the state was restored, or nothing ran.
 * A date that comes in such a stretch was announced for another day, as far as anybody knows. Pure.
 */
import { isFromFuture } from '../common/clock.ts';
import type { Span } from './unused.ts';

/** What the mark passes of a namespace know of the time before them. Instants in ms since the epoch. */
export interface Watched {
  /** Everything before this instant is accounted for. */
  readonly until: number;
  /** Stretches in which no pass of the namespace ran and no process that still lives counted the time; oldest first. */
  readonly gaps: readonly Span[];
}

/** What tells whether the time since the last pass went by. */
export interface Witness {
  /** Since when this process has seen the clock of the wall keep step with monotonic time, ms since the epoch. */
  readonly since: number;
  /** Is the store the one in which the last pass was recorded? A restored one speaks of an older time. */
  readonly isSameStore: boolean;
  readonly now: number;
  /** How often the namespace is surveyed. */
  readonly everyMs: number;
}

const HOUR_MS = 3_600_000;
/** More stretches than this become one, from the oldest on: then more time counts as not watched. */
const MOST_GAPS = 50;

/** The record of watched time, up to now. `before` absent = nothing is on record, and nothing was announced before. */
export function watchedUpTo(before: Watched | undefined, witness: Witness): Watched {
  const { since, isSameStore, now, everyMs } = witness;
  // A record from the future was written by a wrong clock: what it says of the time after now never happened.
  const known = (before?.gaps ?? [])
    .filter(({ from }) => from < now)
    .map(({ from, to }) => ({ from, to: Math.min(to, now) }));
  if (!before || isFromFuture(before.until, now)) return { until: now, gaps: known };
  const to = isSameStore ? Math.min(since, now) : now;
  const isGap = to - before.until > longestPauseMs(everyMs);
  return { until: Math.max(now, before.until), gaps: isGap ? fewer([...known, { from: before.until, to }]) : known };
}

/** Passes may be so far apart without anything being wrong: twice their cadence, and time for a restart. */
function longestPauseMs(everyMs: number): number {
  return Math.max(2 * everyMs, HOUR_MS);
}

function fewer(gaps: readonly Span[]): readonly Span[] {
  const [first, second, ...rest] = gaps;
  if (gaps.length <= MOST_GAPS || !first || !second) return gaps;
  return [{ from: first.from, to: second.to }, ...rest];
}
