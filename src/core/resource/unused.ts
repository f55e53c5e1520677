/** How long something is known to be unused: nobody can say it of the time in which nobody looked (law 1). Pure. */

/** From an instant (included) to another, ms since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is on record about the complete surveys of a namespace. */
export interface Surveys {
  /** Of the last complete one; absent = there never was one. */
  readonly lastAt?: number;
  /** In which nobody looked, up to the last one; any order. */
  readonly blind: readonly Span[];
}

/** A use that begins and ends between two surveys this close together may be missed; that is the cadence by default. */
export const WATCHED_MS = 6 * 3_600_000;

/**
 * The stretches in which nobody looked, up to now; without any complete survey on record all of the past, and no less
 * when the last one lies in the future: a clock was wrong, and nobody knows when it was.
 */
export function unobservedSpans({ lastAt, blind }: Surveys, now: number): readonly Span[] {
  const isKnown = lastAt !== undefined && lastAt <= now + WATCHED_MS;
  const watchedUntil = isKnown ? lastAt + WATCHED_MS : Number.NEGATIVE_INFINITY;
  return watchedUntil < now ? [...blind, { from: watchedUntil, to: now }] : blind;
}

/** How much of the time since `since` nobody looked, ms; spans may overlap. */
export function unobservedMs(since: number, now: number, blind: readonly Span[]): number {
  let total = 0;
  let seenTo = since;
  for (const { from, to } of [...blind].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const begin = Math.max(from, seenTo);
    const end = Math.min(to, now);
    if (end <= begin) continue;
    total += end - begin;
    seenTo = end;
  }
  return total;
}
