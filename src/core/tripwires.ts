/** Tripwires (design §7): stop a pass before its first write. Pure. */

import { createHash } from 'node:crypto';
import { counted } from './counted.ts';
import { DAY_MS } from './duration.ts';
import type { Baseline, BlockedSet, Confirmation } from './pass.ts';
import type { TripwireSettings } from './workConfiguration.ts';

/** What one survey saw, compared with the last complete one. */
export interface Seen extends Baseline {}

/** Which tripwires a survey's size sets off, in sentences; empty = none. */
export function shrunkTrips(seen: Seen, baseline: Baseline | undefined, settings: TripwireSettings): readonly string[] {
  if (!baseline) return [];
  const trips = Object.entries(baseline.findings)
    .filter(([source, before]) => shrunk(seen.findings[source], before, settings, 1))
    .map(([source, before]) => shrunkWords(`evidence ${source}`, seen.findings[source] ?? 0, before, settings));
  if (!shrunk(seen.listed, baseline.listed, settings, settings.sharesFrom)) return trips;
  return [shrunkWords('the listing', seen.listed, baseline.listed, settings), ...trips];
}

/**
 * Smaller by more than the share, from `sharesFrom` up; evidence that was there and is empty now trips at any size,
 * because an empty answer is what a broken reader gives. A source that was not asked (`now` absent) did not shrink.
 */
function shrunk(now: number | undefined, before: number, settings: TripwireSettings, emptyFrom: number): boolean {
  if (now === undefined) return false;
  if (now === 0) return before >= emptyFrom;
  return before >= settings.sharesFrom && before - now > before * settings.shrunkBy;
}

function shrunkWords(what: string, now: number, before: number, { shrunkBy }: TripwireSettings): string {
  return `shrunkBy: ${what} fell from ${before} to ${now}, by more than ${percent(shrunkBy)}`;
}

/** Which tripwires the changes of a mark pass set off. */
export function markTrips(
  counts: { readonly listed: number; readonly marked: number; readonly newMarks: number; readonly unmarks: number },
  settings: TripwireSettings,
): readonly string[] {
  const { listed, marked, newMarks, unmarks } = counts;
  const trips: string[] = [];
  if (newMarks > settings.newMarks)
    trips.push(`newMarks: ${counted(newMarks, 'new mark')}, more than ${settings.newMarks}`);
  trips.push(...shareTrip('markedShare', 'would be newly marked', newMarks, listed, settings.markedShare, settings));
  trips.push(
    ...shareTrip('unmarkedShare', 'marks would be removed', unmarks, marked, settings.unmarkedShare, settings),
  );
  return trips;
}

/** Does more become due at once than a delete pass may take on without a person looking? */
export function dueTrips(newlyDue: number, listed: number, settings: TripwireSettings): readonly string[] {
  return shareTrip('dueShare', 'became due since the last pass', newlyDue, listed, settings.dueShare, settings);
}

function shareTrip(
  wire: string,
  what: string,
  part: number,
  whole: number,
  limit: number,
  { sharesFrom }: TripwireSettings,
): readonly string[] {
  if (whole < sharesFrom || part <= whole * limit) return [];
  return [`${wire}: ${part} of ${whole} (${percent(part / whole)}) ${what}, more than ${percent(limit)}`];
}

/** What an approval is for: exactly these changes, no other. */
export function blockedSet(members: Iterable<string>): BlockedSet {
  const sorted = [...members].sort();
  const hash = createHash('sha256');
  for (const member of sorted) hash.update(`${member.length}:${member}`);
  return { digest: hash.digest('hex'), size: sorted.length };
}

/** A blocked survey is believed when so many in a row saw the very same … */
const CONFIRMING_SURVEYS = 3;
/** … over so long: longer than an outage, a bad release. */
const CONFIRMED_AFTER_MS = 2 * DAY_MS;

/**
 * One more complete survey that a tripwire stopped, for `set`. Another set, or a clock that was put back, begins anew.
 */
export function confirm({ digest }: BlockedSet, before: Confirmation | undefined, at: number): Confirmation {
  if (before?.digest !== digest || at < before.lastSeenAt) {
    return { digest, firstSeenAt: at, lastSeenAt: at, surveys: 1 };
  }
  return { ...before, lastSeenAt: at, surveys: before.surveys + 1 };
}

/** Was the same seen often enough, over long enough, to be the truth and not a reader's mistake (L31)? */
export function isConfirmed({ firstSeenAt, lastSeenAt, surveys }: Confirmation): boolean {
  return surveys >= CONFIRMING_SURVEYS && lastSeenAt - firstSeenAt >= CONFIRMED_AFTER_MS;
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
