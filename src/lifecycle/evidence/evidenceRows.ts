/** Each source, its place, time and number of findings: for people who ask about the evidence of a verdict. */
import { businessTimeOf, type Clock, type MonotonicClock } from '../../core/common/clock.ts';
import type { Place } from '../../core/common/finding.ts';

/** One source at one place, as far as it answered. */
export interface EvidenceReading {
  readonly source: string;
  readonly place: Place;
  /** When the read of the oldest part began, monotonic ms. */
  readonly readAt: number;
  readonly findings: number;
}

/** The same in `plan --output json` and `explain --output json`; scripts rely on it. */
export interface EvidenceRow {
  readonly source: string;
  readonly account: string;
  readonly location: string;
  /** ISO 8601, UTC. */
  readonly readAt: string;
  readonly findings: number;
}

/** Joins readings of the same source and place. */
export function joinReadings(readings: Iterable<EvidenceReading>): readonly EvidenceReading[] {
  const joined = new Map<string, EvidenceReading>();
  for (const reading of readings) {
    const { source, place, readAt, findings } = reading;
    const key = JSON.stringify([source, place.account, place.location]);
    const known = joined.get(key);
    const both = known && {
      ...known,
      readAt: Math.min(known.readAt, readAt),
      findings: known.findings + findings,
    };
    joined.set(key, both ?? reading);
  }
  return [...joined.values()];
}

/** By source, then by place. */
export function evidenceRows(
  readings: readonly EvidenceReading[],
  clocks: { readonly clock: Clock; readonly monotonic: MonotonicClock },
): readonly EvidenceRow[] {
  return readings
    .map(({ source, place, readAt, findings }) => ({
      source,
      account: place.account,
      location: place.location,
      readAt: new Date(businessTimeOf(readAt, clocks)).toISOString(),
      findings,
    }))
    .sort((a, b) => compare(a.source, b.source) || compare(a.account, b.account) || compare(a.location, b.location));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** The key of the findings of one source in one place: `source@account/location`. */
export function sourceKey(source: string, { account, location }: Place): string {
  return `${source}@${account}/${location}`;
}
