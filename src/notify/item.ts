/** One row of a digest in the words of a message; still data, to be escaped by whoever shows it. */
import type { Digest, DigestRow } from '../core/digest.ts';
import { DAY_MS, formatAge } from '../core/duration.ts';
import { shorten } from '../core/visible.ts';
import { type OwnerDate, ownerDate } from './dates.ts';

export interface Item {
  readonly name: string;
  readonly id: string;
  /** `auto scaling group` */
  readonly type: string;
  /** `test, us-east-1` */
  readonly place: string;
  readonly group?: string;
  /** `412 days old`, `age unknown` */
  readonly age: string;
  readonly ageDays?: number;
  readonly why: readonly string[];
  readonly deletion: OwnerDate;
  readonly row: DigestRow;
}

/** Longer names and reasons are cut: a message is for reading, the resource's page has everything. */
const MAX_TEXT = 500;

/** In the order in which they would be deleted. */
export function itemsOf(digest: Digest): readonly Item[] {
  return [...digest.rows].sort(byDeletion).map((row) => itemOf(row, digest.preparedAt));
}

function itemOf(row: DigestRow, preparedAt: number): Item {
  const ageMs = row.createdAt === undefined ? undefined : preparedAt - row.createdAt;
  return {
    name: shorten(row.name === '' ? row.id : row.name, MAX_TEXT),
    id: row.id,
    type: wordsOf(row.resourceType),
    place: `${row.account}, ${row.location}`,
    ...(row.group === undefined ? {} : { group: row.group }),
    age: ageMs === undefined ? 'age unknown' : `${formatAge(ageMs)} old`,
    ...(ageMs === undefined ? {} : { ageDays: Math.max(0, Math.floor(ageMs / DAY_MS)) }),
    why: row.reasons.map((reason) => shorten(reason, MAX_TEXT)),
    deletion: ownerDate(row.deletionAt, row.timeZone),
    row,
  };
}

/** Ties are broken by what is unique, so that the same digest always reads the same. */
function byDeletion(a: DigestRow, b: DigestRow): number {
  return a.deletionAt - b.deletionAt || compare(a.namespace, b.namespace) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `autoScalingGroup` → `auto scaling group` */
function wordsOf(resourceType: string): string {
  return resourceType.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}
