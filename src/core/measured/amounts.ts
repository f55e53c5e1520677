/** The values of each day, added up for each part and unit. Pure. */
import type { Measured, Metric, Series, Unit } from './metric.ts';

/** Amounts of a day below all of these are no use. */
export type Limits = Readonly<Partial<Record<Unit, number>>>;

/** What was measured on one day in one unit, in one part of the resource. */
export interface DayAmount {
  /** Its beginning, ms since the epoch. */
  readonly day: number;
  readonly unit: Unit;
  readonly amount: number;
  /** The least that is a use, where the configuration says nothing; 0: any. */
  readonly useFrom: number;
  /** The unit in words, the part, and the names of the metrics with a value. */
  readonly words: string;
  readonly of?: string;
  readonly names: readonly string[];
}

/** Each day with a value above 0, or with any value that is a use, the latest first; of one day in the order of the declaration. */
export function amountsByDay(
  { sets }: Measured,
  seriesOf: (metric: Metric) => Series | undefined,
): readonly DayAmount[] {
  const amounts = sets.flatMap(({ of, metrics }) => {
    const days = new Map<string, DayAmount>();
    for (const metric of metrics) {
      const { unit, words, name } = metric;
      const isAnyUse = metric.useFrom === 'any';
      const useFrom = metric.useFrom === 'any' ? 0 : (metric.useFrom ?? 0);
      for (const [day, value] of seriesOf(metric)?.days ?? []) {
        if (!(value > 0) && !isAnyUse) continue;
        const key = `${day} ${unit}`;
        const before = days.get(key) ?? { amount: 0, names: [], useFrom };
        days.set(key, {
          day,
          unit,
          words,
          ...(of === undefined ? {} : { of }),
          amount: before.amount + value,
          useFrom: Math.min(before.useFrom, useFrom),
          names: [...before.names, name],
        });
      }
    }
    return [...days.values()];
  });
  // The sort is stable.
  return amounts.sort((a, b) => b.day - a.day);
}

/** The limit of the configuration counts, else that of the declaration. */
export function isUse({ amount, unit, useFrom }: DayAmount, limits: Limits = {}): boolean {
  return amount >= (limits[unit] ?? useFrom);
}
