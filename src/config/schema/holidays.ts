/**
 * Public holidays of a region. `date-holidays` knows them, a bundle of its own that nothing else loads; its data, made from Wikipedia, is
 * under CC BY-SA 3.0, and `dist/LICENCES` has what it asks for.
 */
import { createRequire } from 'node:module';
import type Library from 'date-holidays';
import type { HolidaysTypes } from 'date-holidays';
import { defined } from '../../core/common/defined.ts';
import { HOUR_MS } from '../../core/common/duration.ts';

/** The same years whenever a file is read, so that all instances have one configuration. */
const YEARS = { first: 2026, last: 2045 } as const;
/** The domain and the code of the EU are others. */
const OTHER_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' };
/** A country, its state, a part of the state: `US`, `US-CA`, `DE-BY-A`. */
const REGION = /^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,10}){0,2}$/;

/** Does it look like the code of a region? Only {@link holidaysOf} knows whether it is one. */
export function isLikeRegion(text: string): boolean {
  return REGION.test(text);
}

const known = new Map<string, readonly string[]>();

/**
 * The dates of the public holidays and of their substitute days, such as `2026-12-25`, in order, of the years 2026 to 2045. One of half
 * a day, or from noon to noon, has every day that it touches.
 * @throws Error that says which codes there are
 */
export function holidaysOf(region: string): readonly string[] {
  const remembered = known.get(region);
  if (remembered) return remembered;
  const Holidays = createRequire(import.meta.url)('date-holidays') as typeof Library;
  const [country = '', state, part] = region.split('-');
  const all = new Holidays();
  checkPart(country, all.getCountries(), 'no country has the code', '');
  if (state !== undefined) checkPart(state, all.getStates(country), `${country} has no state`, `${country}-`);
  if (state !== undefined && part !== undefined) {
    const whole = `${country}-${state}`;
    checkPart(part, all.getRegions(country, state), `${whole} has no part`, `${whole}-`);
  }
  const there = new Holidays({ country, ...defined({ state, region: part }) }, { types: ['public'] });
  const days = new Set<string>();
  for (let year = YEARS.first; year <= YEARS.last; year++)
    for (const day of there.getHolidays(year).flatMap(daysOf)) days.add(day);
  const sorted = [...days].toSorted();
  known.set(region, sorted);
  return sorted;
}

function checkPart(
  code: string,
  there: Readonly<Record<string, string>> | undefined,
  what: string,
  before: string,
): void {
  const codes = Object.keys(there ?? {});
  if (codes.includes(code)) return;
  const allowed = codes.length === 0 ? `only ${before.slice(0, -1)}` : codes.map((one) => before + one).join(', ');
  // Every code of two letters is near another one: no guess but the same letters.
  const upper = code.toUpperCase();
  const meant = codes.find((one) => one.toUpperCase() === upper) ?? (before === '' ? OTHER_CODES[upper] : undefined);
  const guess = meant === undefined ? '' : `did you mean "${before}${meant}"? `;
  throw new Error(`${what} ${JSON.stringify(code)}; ${guess}allowed: ${allowed}`);
}

/** `date` is local: `2027-11-25 00:00:00`, sometimes with more behind it. */
function daysOf({ date, start, end }: HolidaysTypes.Holiday): readonly string[] {
  const [day = '', time = '00'] = date.split(' ');
  // A change of daylight-saving time makes a day longer or shorter by an hour or two.
  const hours = Number(time.slice(0, 2)) + (end.getTime() - start.getTime()) / HOUR_MS - 2;
  const first = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: Math.max(1, Math.ceil(hours / 24)) }, (_, index) =>
    new Date(first + index * 24 * HOUR_MS).toISOString().slice(0, 10),
  );
}
