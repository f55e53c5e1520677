import type { MonthOfMoney } from '../../core/mark/markIndex.ts';
import { MILLIONTHS, MONTHS_KEPT, monthOf } from './markIndexRow.ts';

/**
 * The months in the HASH of lua/indexMarks.lua, oldest first and without gaps, up to the month of `now` (ms since the
 * epoch). In a month without a change as much waits as in the month before it.
 */
export function monthsOf(fields: Readonly<Record<string, string>>, now: number): readonly MonthOfMoney[] {
  const amounts = new Map(Object.entries(fields).map(([field, amount]) => [field, Number(amount) / MILLIONTHS]));
  const keys = [...amounts.keys()].map((field) => field.split('|'));
  const currencies = [...new Set(keys.map(([, , currency = '']) => currency))].toSorted();
  const [first] = keys.map(([, month = '']) => month).toSorted();
  const months: MonthOfMoney[] = [];
  for (const currency of currencies) {
    let waiting = 0;
    const all: MonthOfMoney[] = [];
    for (const month of monthsBetween(first, monthOf(now))) {
      waiting = amounts.get(`waiting|${month}|${currency}`) ?? waiting;
      all.push({ month, currency, saved: amounts.get(`saved|${month}|${currency}`) ?? 0, waiting });
    }
    // Only a change drops the fields that are too old.
    months.push(...all.slice(-MONTHS_KEPT));
  }
  return months.toSorted((a, b) => (a.month < b.month ? -1 : a.month > b.month ? 1 : 0));
}

/** Both included; none when the first is absent or later. */
function monthsBetween(first: string | undefined, last: string): readonly string[] {
  const months: string[] = [];
  for (let month = first; month !== undefined && month <= last; ) {
    months.push(month);
    const [year = 0, number = 0] = month.split('-').map(Number);
    month = monthOf(Date.UTC(year, number));
  }
  return months;
}
