/** The tripwires that stopped a pass, as values, and their words. Pure. */
import { pluralize } from '../common/pluralize.ts';

/** Shares are 0 to 1. */
interface Share {
  readonly part: number;
  readonly whole: number;
  readonly limit: number;
}

/** The listing, or a kind of evidence, has suspiciously few entries. */
interface Shrinking {
  /** The kind of evidence with its place; absent = the listing itself. */
  readonly source?: string;
  readonly before: number;
  readonly now: number;
  /** A share, 0 to 1. */
  readonly limit: number;
}

/** A tripwire with what it measured; its code is its setting in `tripwires`. Stored in the record of a pass. */
export type Trip =
  | { readonly code: 'shrunkBy'; readonly values: Shrinking }
  | { readonly code: 'newMarks'; readonly values: { readonly count: number; readonly limit: number } }
  | { readonly code: 'markedShare' | 'unmarkedShare' | 'dueShare'; readonly values: Share };

const SHARES = {
  markedShare: 'would be newly marked',
  unmarkedShare: 'marks would be removed',
  dueShare: 'became due without a notice for this date',
} as const;

const MEASURED: Readonly<Record<Trip['code'], readonly string[]>> = {
  newMarks: ['count', 'limit'],
  shrunkBy: ['before', 'now', 'limit'],
  markedShare: ['part', 'whole', 'limit'],
  unmarkedShare: ['part', 'whole', 'limit'],
  dueShare: ['part', 'whole', 'limit'],
};

/** A stored one may be of a later version, with another code or other values; the problem of its pass has its words. */
export function isTrip(stored: unknown): stored is Trip {
  const { code, values } = Object(stored) as { readonly code?: unknown; readonly values?: unknown };
  if (typeof code !== 'string' || !Object.hasOwn(MEASURED, code)) return false;
  const measured = Object(values) as Readonly<Record<string, unknown>>;
  return MEASURED[code as Trip['code']].every((name) => Number.isFinite(measured[name]));
}

/** `newMarks: 26 new marks, more than 25` */
export function tripWords(trip: Trip): string {
  return `${trip.code}: ${whyTripped(trip)}`;
}

/** `26 new marks, more than 25` */
export function whyTripped({ code, values }: Trip): string {
  if (code === 'newMarks') return `${pluralize(values.count, 'new mark')}, more than ${values.limit}`;
  if (code === 'shrunkBy') {
    const { source, before, now, limit } = values;
    const what = source === undefined ? 'the listing' : `evidence ${source}`;
    return `${what} fell from ${before} to ${now}, by more than ${percent(limit)}`;
  }
  const { part, whole, limit } = values;
  return `${part} of ${whole} (${percent(part / whole)}) ${SHARES[code]}, more than ${percent(limit)}`;
}

/** The measured value and its limit, both as numbers or both in percent, for a drawing. */
export function measureOf({ code, values }: Trip): {
  readonly value: number;
  readonly limit: number;
  readonly unit: '%' | '';
} {
  if (code === 'newMarks') return { value: values.count, limit: values.limit, unit: '' };
  const limit = inPercent(values.limit);
  if (code !== 'shrunkBy') return { value: inPercent(values.part / values.whole), limit, unit: '%' };
  return { value: Math.round(((values.before - values.now) / values.before) * 100), limit, unit: '%' };
}

/** What an approval of a shrunken survey is for: the code and every value, so that another value needs another approval. */
export function tripMember({ code, values }: Extract<Trip, { code: 'shrunkBy' }>): string {
  return `!${JSON.stringify([code, values.source ?? null, values.before, values.now, values.limit])}`;
}

function percent(share: number): string {
  return `${inPercent(share)}%`;
}

/** With one decimal. */
function inPercent(share: number): number {
  return Math.round(share * 1000) / 10;
}
