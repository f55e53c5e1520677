/** Tripwires (docs/architecture.md, "Tripwires and paces"): stop a pass before its first write. Pure. */

import { createHash } from 'node:crypto';
import { DAY_MS } from '../common/duration.ts';
import { LIGHT_STEP, type Stepwise, sorting } from '../common/steps.ts';
import { type Baseline, type BlockedSet, type Confirmation, hasStored, type PassRecord, type Shrunk } from './pass.ts';
import type { Trip } from './trip.ts';
import type { TripwireSettings } from './workConfiguration.ts';

/** The counts of one survey, to compare with the last complete one. */
export interface Seen extends Baseline {}

/** A survey that is suspiciously small. */
export type ShrunkTrip = Extract<Trip, { code: 'shrunkBy' }>;

/** The tripwires that a survey's size triggers; empty = none. */
export function shrunkTrips(
  seen: Seen,
  baseline: Baseline | undefined,
  settings: TripwireSettings,
): readonly ShrunkTrip[] {
  const { listed, findings } = shrunkParts(seen, baseline, settings);
  if (!baseline) return [];
  const limit = settings.shrunkBy;
  const trips = Object.entries(findings).map(([source, now]): ShrunkTrip => {
    return { code: 'shrunkBy', values: { source, before: baseline.findings[source] ?? 0, now, limit } };
  });
  if (listed === undefined) return trips;
  return [{ code: 'shrunkBy', values: { before: baseline.listed, now: listed, limit } }, ...trips];
}

/** The counts of a survey that are suspiciously small, with their values. */
export function shrunkParts(seen: Seen, baseline: Baseline | undefined, settings: TripwireSettings): Shrunk {
  const findings = Object.entries(seen.findings).filter(([source, now]) =>
    shrunk(now, baseline?.findings[source] ?? 0, settings, 1),
  );
  const isListingShrunk = baseline !== undefined && shrunk(seen.listed, baseline.listed, settings, settings.sharesFrom);
  return { ...(isListingShrunk ? { listed: seen.listed } : {}), findings: Object.fromEntries(findings) };
}

/** The baseline without findings that ended with Holystone's own deletions: these must not look like a broken read. */
export function withoutEnded(
  baseline: Baseline | undefined,
  ended: Readonly<Record<string, number>> | undefined,
): Baseline | undefined {
  if (!baseline || !ended) return baseline;
  const findings = Object.entries(baseline.findings).map(([source, before]) => {
    return [source, Math.max(0, before - (ended[source] ?? 0))] as const;
  });
  return { ...baseline, findings: Object.fromEntries(findings) };
}

/** The baseline with the approved smaller counts: later surveys are compared with these. */
export function withAccepted(baseline: Baseline | undefined, accepted: Shrunk | undefined): Baseline | undefined {
  if (!baseline || !accepted) return baseline;
  return { ...baseline, ...accepted, findings: { ...baseline.findings, ...accepted.findings } };
}

/** A source that was not read this time (empty listing, or accepted unread) keeps its last number of findings. */
export function remembering(seen: Baseline, before: Baseline | undefined): Baseline {
  return { listed: seen.listed, findings: { ...before?.findings, ...seen.findings } };
}

/**
 * Smaller by more than the share, from `sharesFrom` up. Evidence that is empty now and was not before trips at any
 * size, because a broken reader gives an empty answer. A source that was not read did not shrink.
 */
function shrunk(now: number, before: number, settings: TripwireSettings, emptyFrom: number): boolean {
  if (now === 0) return before >= emptyFrom;
  return before >= settings.sharesFrom && before - now > before * settings.shrunkBy;
}

/** The tripwires that the changes of a mark pass trigger. */
export function markTrips(
  counts: { readonly listed: number; readonly marked: number; readonly newMarks: number; readonly unmarks: number },
  settings: TripwireSettings,
): readonly Trip[] {
  const { listed, marked, newMarks, unmarks } = counts;
  const isTooMany = newMarks > settings.newMarks;
  return [
    ...(isTooMany ? [{ code: 'newMarks', values: { count: newMarks, limit: settings.newMarks } } as const] : []),
    ...shareTrip('markedShare', newMarks, listed, settings),
    ...shareTrip('unmarkedShare', unmarks, marked, settings),
  ];
}

/** Did too many marks become due at once without a notice for that date, so that an operator must check first? */
export function dueTrips(unannounced: number, listed: number, settings: TripwireSettings): readonly Trip[] {
  return shareTrip('dueShare', unannounced, listed, settings);
}

function shareTrip(
  code: 'markedShare' | 'unmarkedShare' | 'dueShare',
  part: number,
  whole: number,
  settings: TripwireSettings,
): readonly Trip[] {
  const limit = settings[code];
  if (whole < settings.sharesFrom || part <= whole * limit) return [];
  return [{ code, values: { part, whole, limit } }];
}

/** The set of an approval: exactly these changes, no others. Stepwise: a large account may have one per resource. */
export function* blockedSet(members: readonly string[]): Stepwise<BlockedSet> {
  const sorted = yield* sorting(members);
  const hash = createHash('sha256');
  let count = 0;
  for (const member of sorted) {
    hash.update(`${member.length}:${member}`);
    if (++count % LIGHT_STEP === 0) yield;
  }
  return { digest: hash.digest('hex'), size: sorted.length };
}

/** A blocked survey is trusted when so many in a row had exactly the same result … */
const CONFIRMING_SURVEYS = 3;
/** … over so long: longer than an outage or a bad release. */
const CONFIRMED_AFTER_MS = 2 * DAY_MS;

/**
 * Counts one more complete survey that a tripwire stopped. A different set, or a clock that was set back, restarts it.
 */
export function confirm({ digest }: BlockedSet, before: Confirmation | undefined, at: number): Confirmation {
  if (before?.digest !== digest || at < before.lastSeenAt) {
    return { digest, firstSeenAt: at, lastSeenAt: at, surveys: 1 };
  }
  return { ...before, lastSeenAt: at, surveys: before.surveys + 1 };
}

/**
 * Counts one more delete pass with too many unannounced due marks. It is trusted like a blocked survey: marks that were
 * due at the first stop, and still are after three surveys over 48 h, are no mistake. Marks that became due meanwhile
 * are counted separately. A survey counts when it stored its results: one unknown resource must not delay all others.
 * @param seen.after marks due up to here no longer count, ms since the epoch
 * @param seen.survey the last mark pass
 */
export function confirmDue(
  before: Confirmation | undefined,
  {
    after,
    at,
    survey,
  }: { after: number; at: number; survey: Pick<PassRecord, 'passId' | 'outcome' | 'stored' | 'startedAt'> },
): Confirmation {
  const dueUntil = before?.dueUntil ?? 0;
  if (!before || at < before.lastSeenAt || dueUntil <= after) {
    return { digest: '', firstSeenAt: at, lastSeenAt: at, surveys: 0, dueUntil: at };
  }
  const counts = hasStored(survey) && survey.startedAt > before.firstSeenAt;
  if (!counts || survey.passId === before.lastSurvey) return { ...before, lastSeenAt: at };
  return { ...before, lastSeenAt: at, surveys: before.surveys + 1, lastSurvey: survey.passId };
}

/** Did enough surveys, over a long enough time, give the same result, so that it is no mistake of a reader (L31)? */
export function isConfirmed({ firstSeenAt, lastSeenAt, surveys }: Confirmation): boolean {
  return surveys >= CONFIRMING_SURVEYS && lastSeenAt - firstSeenAt >= CONFIRMED_AFTER_MS;
}
