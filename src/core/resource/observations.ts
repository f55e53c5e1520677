/** The record that the surveys of one namespace leave: what they saw, when, and when nobody looked. Pure. */
import { CLOCKS_DIFFER_MS } from '../common/clock.ts';
import { DAY_MS } from '../common/duration.ts';
import { type Span, type Surveys, WATCHED_MS } from './unused.ts';

/** All instants are ms since the epoch. */
export interface Observations extends Surveys {
  /** alias → when it was last seen in use. */
  readonly lastUsed: Map<string, number>;
  /** `firstSeenKey` → when it was first seen. */
  readonly firstSeen: Map<string, number>;
  /** alias of a thing that resources belong to → the first of the complete surveys that all saw it gone. */
  readonly goneSince: Map<string, number>;
  /** The same → when a survey last saw it exist. */
  readonly existedAt: Map<string, number>;
}

/** The maps of {@link Observations}, in the order in which they are stored. */
export const OBSERVED = ['lastUsed', 'firstSeen', 'goneSince', 'existedAt'] as const;

export type Observed = (typeof OBSERVED)[number];

/** Longer than the longest waiting time for an unused resource. */
export const REMEMBERED_MS = 400 * DAY_MS;
const SPANS = 500;

/** @param lostAt when an earlier record was lost; absent: there was none */
export function nothingObserved(lostAt?: number): Observations {
  const maps = { lastUsed: new Map(), firstSeen: new Map(), goneSince: new Map(), existedAt: new Map() };
  return { ...maps, unobserved: [], ...(lostAt === undefined ? {} : { lostAt }) };
}

/**
 * When the first survey saw what was there, ms. A record of an earlier version does not say it: then at the first sight that
 * it has.
 */
export function firstOf({ firstAt, firstSeen }: Observations, endedAt: number): number {
  // One from the future was written by a wrong clock.
  if (firstAt !== undefined) return Math.min(firstAt, endedAt);
  let first = endedAt;
  for (const at of firstSeen.values()) first = Math.min(first, at);
  return first;
}

/** Keeps, per name, the later (`last`) or the earlier (`first`) of the stored and the given instant, or the given one. */
export function note(to: Map<string, number>, names: Iterable<string>, at: number, which: 'last' | 'first' | 'given') {
  const choose = { last: Math.max, first: Math.min, given: () => at }[which];
  for (const name of names) to.set(name, choose(to.get(name) ?? at, at));
}

/**
 * A survey was complete; the unwatched time before it is kept. An older survey that comes late moves the record back:
 * then more time counts as not watched. A span that ends in the future of both clocks was written by a wrong clock: at
 * the first survey by a right one it ends now, or nothing would count as watched until it is over.
 * @param endedAt when the survey ended
 * @param today by the clock of the store
 */
export function afterSurvey({ lastAt, unobserved }: Surveys, endedAt: number, today: number): Surveys {
  // One from the future does not show when it was: a clock was wrong.
  const from = lastAt !== undefined && lastAt <= endedAt + WATCHED_MS ? lastAt + WATCHED_MS : 0;
  const isClockRight = endedAt <= today + CLOCKS_DIFFER_MS;
  const known = isClockRight
    ? unobserved.flatMap((span) => endedBy(span, today, Math.max(endedAt, today)))
    : unobserved;
  const spans = from < endedAt ? [...known, { from, to: endedAt }] : known;
  const kept = spans.filter(({ to }) => to >= endedAt - REMEMBERED_MS).sort((a, b) => a.to - b.to || a.from - b.from);
  return { lastAt: endedAt, unobserved: fewer(kept) };
}

function endedBy(span: Span, today: number, end: number): readonly Span[] {
  if (span.to <= today + CLOCKS_DIFFER_MS) return [span];
  return span.from < end ? [{ from: span.from, to: end }] : [];
}

/** Too many: the oldest become one, with the time between them; never the other way. */
function fewer(spans: readonly Span[]): readonly Span[] {
  const surplus = spans.length - SPANS;
  const last = spans[surplus];
  if (surplus <= 0 || !last) return spans;
  const from = Math.min(...spans.slice(0, surplus + 1).map((span) => span.from));
  return [{ from, to: last.to }, ...spans.slice(surplus + 1)];
}
