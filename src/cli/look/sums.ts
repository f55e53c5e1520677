/** Sums over what a look found, for the text and for the page. Pure. */
import { DAY_MS } from '../../core/common/duration.ts';
import type { Cost, Wasted } from './look.ts';

/** Some of the resources together. */
export interface Sum {
  readonly title: string;
  readonly count: number;
  readonly cost: Cost;
}

const NOTHING: Cost = { amount: 0, upTo: false };

/** Of all of them; a resource without a figure adds none. */
export function totalOf(rows: readonly Wasted[]): Cost {
  return rows.reduce((sum, { monthlyCost }) => plus(sum, monthlyCost), NOTHING);
}

function plus(a: Cost, b: Cost | null): Cost {
  return b === null || b.amount === 0 ? a : { amount: a.amount + b.amount, upTo: a.upTo || b.upTo };
}

/** @param titleOf the part that a resource belongs to @returns the costliest first, then the one with most resources */
export function sumsBy(rows: readonly Wasted[], titleOf: (row: Wasted) => string): readonly Sum[] {
  const parts = new Map<string, Wasted[]>();
  for (const row of rows) {
    const title = titleOf(row);
    const known = parts.get(title);
    if (known) known.push(row);
    else parts.set(title, [row]);
  }
  return [...parts]
    .map(([title, of]) => ({ title, count: of.length, cost: totalOf(of) }))
    .toSorted((a, b) => b.cost.amount - a.cost.amount || b.count - a.count);
}

/** In words, for people: the ages that rows fall into, the youngest first. */
export const AGES = [
  'under 90 days',
  '90 days to 1 year',
  '1 to 2 years',
  '2 to 3 years',
  'over 3 years',
  'no date',
] as const;
/** One of {@link AGES}. */
export type Age = (typeof AGES)[number];

/** The upper ends of the ages, in days. */
const ENDS = [90, 365, 730, 1_095, Number.POSITIVE_INFINITY];

/** @param generatedAt of the look */
export function ageOf({ createdAt }: Pick<Wasted, 'createdAt'>, generatedAt: string): Age {
  if (createdAt === null) return 'no date';
  const days = daysOf(createdAt, generatedAt);
  return AGES[ENDS.findIndex((end) => days < end)] ?? 'no date';
}

/** Whole days from one instant to the other. */
export function daysOf(createdAt: string, generatedAt: string): number {
  return Math.max(0, Math.floor((Date.parse(generatedAt) - Date.parse(createdAt)) / DAY_MS));
}
