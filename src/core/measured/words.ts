/** Measured use in words and figures. */
import type { DayAmount, Limits } from './amounts.ts';
import { UNITS, type Unit } from './metric.ts';

/** `traffic on 2026-10-01: 2 requests (RequestCount in CloudWatch), at least 1 requests` */
export function useWords(what: string, use: DayAmount, limits: Limits = {}): string {
  const limit = limits[use.unit] ?? use.useFrom;
  const least = limit > 0 ? `, at least ${amountOf(limit, use.words)}` : '';
  return `${what} on ${dateOf(use.day)}: ${figureOf(use)}${least}`;
}

/** The largest figures after the last day of use, and the limits of the configuration that they stay below. */
export function quietWords(
  what: string,
  last: number | undefined,
  days: readonly DayAmount[],
  { limits, now }: { readonly limits: Limits | undefined; readonly now: number },
): string {
  const largest = new Map<Unit, DayAmount>();
  for (const day of days) {
    if (day.day <= (last ?? 0)) break;
    if (day.amount > (largest.get(day.unit)?.amount ?? 0)) largest.set(day.unit, day);
  }
  const most = UNITS.flatMap((unit) => largest.get(unit) ?? []).map(figureOf);
  const known = most.length === 0 ? ' on any known day up to' : ' up to';
  const since = last === undefined ? `${known} ${dateOf(now)}` : ` after ${dateOf(last)}`;
  const measured = most.length === 0 ? `it had no ${what}` : `its ${what} was at most ${most.join(' and ')} a day`;
  const of = Object.entries(limits ?? {}).map(([unit, limit]) => amountOf(limit, unit));
  return `${measured}${since}${of.length === 0 ? '' : `; the limits are ${of.join(' and ')} a day`}`;
}

function figureOf({ amount, words, of, names }: DayAmount): string {
  return `${amountOf(amount, words)}${of === undefined ? '' : ` in ${of}`} (${names.join(', ')} in CloudWatch)`;
}

function amountOf(amount: number, words: string): string {
  return `${amount.toLocaleString('en', { maximumFractionDigits: 2 })} ${words}`;
}

/** The day in UTC: `2026-10-01`. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
