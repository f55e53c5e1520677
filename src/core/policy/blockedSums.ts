/** What a blocked set is about, in a few sums: by owner, by age, by cost and by the family of the names. Pure. */

import { DAY_MS } from '../common/duration.ts';
import { LIGHT_STEP, type Stepwise, sorting } from '../common/steps.ts';
import { familyOf } from './families.ts';
import type { BlockedChange, BlockedSum, BlockedSums } from './pastPass.ts';

/** Stored with each blocked pass: a person reads no more parts of a sum. */
const PARTS = 8;

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
function ageOf({ createdAt }: BlockedChange, now: number): string {
  if (createdAt === undefined) return 'age unknown';
  return AGES.find(([below]) => now - createdAt <= below)?.[1] ?? 'age unknown';
}

/** In the currency of its prices. */
function costOf({ monthlyCost }: BlockedChange): string {
  if (monthlyCost === undefined) return 'no figure';
  return COSTS.find(([most]) => monthlyCost.amount <= most)?.[1] ?? 'no figure';
}

/** The name of its part in each sum; `''` = no owner. */
function partIn(one: BlockedChange, now: number): Readonly<Record<keyof BlockedSums, string>> {
  return { owner: one.owner ?? '', age: ageOf(one, now), cost: costOf(one), family: familyOf(one) };
}

/** @param now ms since the epoch */
export function* sumsOf(changes: readonly BlockedChange[], now: number): Stepwise<BlockedSums> {
  const counts = { owner: new Map(), age: new Map(), cost: new Map(), family: new Map() } satisfies Record<
    keyof BlockedSums,
    Map<string, number>
  >;
  let looked = 0;
  for (const one of changes) {
    const parts = partIn(one, now);
    for (const sum of SUMS) counts[sum].set(parts[sum], (counts[sum].get(parts[sum]) ?? 0) + 1);
    if (++looked % LIGHT_STEP === 0) yield;
  }
  const [owner, age, cost, family] = [
    yield* largest(counts.owner),
    yield* largest(counts.age),
    yield* largest(counts.cost),
    yield* largest(counts.family),
  ];
  return { owner, age, cost, family };
}

/** In the order of the page. */
export const SUMS = ['owner', 'age', 'cost', 'family'] as const satisfies readonly (keyof BlockedSums)[];

function* largest(counts: ReadonlyMap<string, number>): Stepwise<BlockedSum> {
  const all = [...counts].map(([name, count]) => ({ name, count }));
  const sorted = yield* sorting(all, (a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return { parts: sorted.slice(0, PARTS), others: Math.max(0, sorted.length - PARTS) };
}
