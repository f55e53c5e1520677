/** Sums of what deletions save, and the same as CSV. Pure. */
import type { SavedPart, SavedParts } from '../resource/saved.ts';
import { csvLine } from './csv.ts';
import { money } from './money.ts';

/** One team or one type: amounts by currency, and how many of its resources have no figure. */
export interface SavedSum {
  readonly name: string;
  /** The highest first; empty = no figure. */
  readonly amounts: readonly (readonly [currency: string, amount: number])[];
  readonly unpriced: number;
}

/** The highest saving first. @param by which name a part is added to */
export function savedBy(parts: readonly SavedPart[], by: (part: SavedPart) => string): readonly SavedSum[] {
  const sums = new Map<string, { amounts: Map<string, number>; unpriced: number }>();
  for (const part of parts) {
    const name = by(part);
    const sum = sums.get(name) ?? { amounts: new Map(), unpriced: 0 };
    sums.set(name, sum);
    sum.unpriced += part.unpriced;
    if (part.currency !== '') sum.amounts.set(part.currency, (sum.amounts.get(part.currency) ?? 0) + part.saved);
  }
  return [...sums]
    .map(([name, { amounts, unpriced }]) => ({ name, amounts: [...amounts].sort(([, a], [, b]) => b - a), unpriced }))
    .toSorted((a, b) => highest(b) - highest(a) || (a.name < b.name ? -1 : 1));
}

function highest({ amounts: [first] }: SavedSum): number {
  return first?.[1] ?? -1;
}

/** `$1.20 + €3.00`, `$1.20, and 2 without a figure`, `no figure`. */
export function savedWords({ amounts, unpriced }: Pick<SavedSum, 'amounts' | 'unpriced'>): string {
  const sum = amounts.map(([currency, amount]) => money(amount, currency)).join(' + ');
  if (sum === '') return 'no figure';
  return unpriced === 0 ? sum : `${sum}, and ${unpriced} without a figure`;
}

/** @param month `2026-11`; absent = all of them */
export function partsOfMonth({ parts }: Pick<SavedParts, 'parts'>, month: string | undefined): readonly SavedPart[] {
  return month === undefined ? parts : parts.filter((one) => one.month === month);
}

/** A line for each team and type of each month. What has no figure is an empty cell, never 0. */
export function savingsCsv(parts: readonly SavedPart[]): string {
  const head = csvLine(['month', 'team', 'type', 'currency', 'saved_a_month', 'without_a_figure']);
  const rows = parts.map(({ month, team, type, currency, saved, unpriced }) =>
    csvLine([
      month,
      team,
      type,
      currency,
      currency === '' ? '' : saved.toFixed(2),
      unpriced > 0 ? String(unpriced) : '',
    ]),
  );
  return [head, ...rows].join('');
}

/** `November 2026` of `2026-11` */
export function monthWords(month: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en-GB', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
}
