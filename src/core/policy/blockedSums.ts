/** What a blocked set is about, in a few sums: by owner, by age, by cost and by the family of the names. Pure. */

import { DAY_MS } from '../common/duration.ts';
import { groupBy } from '../common/groupBy.ts';
import type { BlockedChange } from './pastPass.ts';

/** A part of the set, the largest first. */
export interface BlockedPart {
  readonly name: string;
  readonly count: number;
}

const YEAR = 365 * DAY_MS;
const AGES = [
  [90 * DAY_MS, 'up to 90 days'],
  [YEAR, '90 days to 1 year'],
  [2 * YEAR, '1 to 2 years'],
  [3 * YEAR, '2 to 3 years'],
  [Number.POSITIVE_INFINITY, 'over 3 years'],
] as const;
const COSTS = [
  [0, 'no cost of its own'],
  [0.25, 'up to 0.25 a month'],
  [1, '0.25 to 1 a month'],
  [10, '1 to 10 a month'],
  [Number.POSITIVE_INFINITY, 'over 10 a month'],
] as const;

/** @param now ms since the epoch */
export function ageOf({ createdAt }: BlockedChange, now: number): string {
  if (createdAt === undefined) return 'age unknown';
  return AGES.find(([below]) => now - createdAt <= below)?.[1] ?? 'age unknown';
}

/** In the currency of its prices. */
export function costOf({ monthlyCost }: BlockedChange): string {
  if (monthlyCost === undefined) return 'no figure';
  return COSTS.find(([most]) => monthlyCost.amount <= most)?.[1] ?? 'no figure';
}

const SEPARATOR = /([-_./: ])/;

/**
 * `nightly-*` of `nightly-20260101-4`: without the last words that have a digit in them. A name without such words, or with
 * nothing else, is a family of its own.
 */
export function familyOf({ id, name = id }: BlockedChange): string {
  const words = name.split(SEPARATOR);
  let end = words.length;
  while (end > 0 && /\d/.test(words[end - 1] ?? '')) end -= 2;
  return end <= 0 || end === words.length ? name : `${words.slice(0, end + 1).join('')}*`;
}

/** @param of the name of the part of a change */
export function partsOf(
  changes: readonly BlockedChange[],
  of: (change: BlockedChange) => string,
): readonly BlockedPart[] {
  return [...groupBy(changes, of)]
    .map(([name, some]) => ({ name, count: some.length }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
