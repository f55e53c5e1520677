/** How long a resource is known to be unused: time without a survey never counts as unused (law 1). Pure. */

/** From an instant (inclusive) to another, ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The record of the complete surveys of a namespace. */
export interface Surveys {
  /** When the last complete survey ended; absent = there was none. */
  readonly lastAt?: number;
  /** What the first survey saw, complete or not, was first seen then; absent = there was none. */
  readonly firstAt?: number;
  /** When an earlier record was lost: everything may have been used until then. Absent = none was. */
  readonly lostAt?: number;
  /** Spans of time without a survey, up to the last one; any order. */
  readonly unobserved: readonly Span[];
}

/** A survey covers this time after it, so a shorter use between two surveys may be missed; the default `every.mark`. */
export const WATCHED_MS = 6 * 3_600_000;

/**
 * The spans of time without a survey, up to now; all of the past if there is no complete survey, or if the last one is
 * in the future: then a clock was wrong, and the real time of that survey is not known.
 */
export function unobservedSpans({ lastAt, unobserved }: Surveys, now: number): readonly Span[] {
  const isKnown = lastAt !== undefined && lastAt <= now + WATCHED_MS;
  const watchedUntil = isKnown ? lastAt + WATCHED_MS : Number.NEGATIVE_INFINITY;
  return watchedUntil < now ? [...unobserved, { from: watchedUntil, to: now }] : unobserved;
}

/** The time without a survey since `since`, ms; spans may overlap. */
export function unobservedMs(since: number, now: number, unobserved: readonly Span[]): number {
  let total = 0;
  let seenTo = since;
  for (const { from, to } of [...unobserved].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const begin = Math.max(from, seenTo);
    const end = Math.min(to, now);
    if (end <= begin) continue;
    total += end - begin;
    seenTo = end;
  }
  return total;
}
