/** The choices above the rows: they hide and show by style alone, so that the page needs no script. Pure. */
import type { Wasted } from './look.ts';
import { AGES, type Age, sumsBy } from './sums.ts';
import { NOBODY } from './words.ts';

/** Owners that have a choice of their own; the others share one. */
const MOST = 10;
const OTHERS = 'others';

/** The owners and ages that can be chosen, and those of a row. */
export interface Choices {
  readonly owners: readonly string[];
  readonly ages: readonly Age[];
  /** The classes of a row: `o0 a2`. */
  classesOf(row: Wasted): string;
}

export function choicesOf(rows: readonly Wasted[], ageOf: (row: Wasted) => Age): Choices {
  const named = sumsBy(rows, ({ owner }) => owner ?? NOBODY).map(({ title }) => title);
  const owners = named.length > MOST ? [...named.slice(0, MOST - 1), OTHERS] : named;
  const has = new Set(rows.map(ageOf));
  const ages = AGES.filter((age) => has.has(age));
  const places = new Map(owners.map((owner, at) => [owner, at]));
  return {
    owners,
    ages,
    classesOf: (row) => `o${places.get(row.owner ?? NOBODY) ?? owners.length - 1} a${ages.indexOf(ageOf(row))}`,
  };
}

/** Hides the rows that are not chosen. A browser without `:has()` shows all of them. */
export function choiceStyle({ owners, ages }: Choices): string {
  const hidden = (kind: 'o' | 'a') => (_: unknown, at: number) =>
    `body:has(#${kind}${at}:checked) .row:not(.${kind}${at})`;
  const rules = [...owners.map(hidden('o')), ...ages.map(hidden('a'))];
  return rules.length === 0 ? '' : `${rules.join(',')}{display:none}`;
}
