/** Numbers, plurals and lists of one language, by `Intl`. */
import type { Language } from '../../../core/common/language.ts';

const DAY_MS = 86_400_000;
const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Numbers, spans and lists as one language writes them. */
export interface Numbers {
  /** `1 resource`, `1,200 resources`. */
  pluralize(count: number, one: string, other: string): string;
  /** The word without the number: `it` or `them`. */
  form(count: number, one: string, other: string): string;
  number(count: number): string;
  /** Whole days from two days up, else hours, minutes or seconds. */
  span(ms: number): string;
  /** `in 3 days`, `5 hours ago`; the same units as {@link Numbers.span}. */
  relative(ms: number): string;
  list(parts: readonly string[]): string;
  /** `1 May 2026`. @param day `2026-05-01` */
  longDay(day: string): string;
}

/** Plurals, separators and dates as the language writes them; days are days in UTC. */
export function numbersOf(language: Language): Numbers {
  const rules = new Intl.PluralRules(language);
  const format = new Intl.NumberFormat(language);
  const lists = new Intl.ListFormat(language);
  const form = (count: number, one: string, other: string) => (rules.select(count) === 'one' ? one : other);
  // British order in English, as in the other dates of a message: the day first.
  const days = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.RelativeTimeFormat(language);
  return {
    form,
    pluralize: (count, one, other) => `${format.format(count)} ${form(count, one, other)}`,
    number: (count) => format.format(count),
    span(ms) {
      const [unit, size] = unitOf(ms);
      const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
      return words.format(Math.max(0, Math.floor(ms / size)));
    },
    relative(ms) {
      const [unit, size] = unitOf(Math.abs(ms));
      const count = Math.floor(Math.abs(ms) / size);
      // `Intl` shows minus zero as past.
      return times.format(ms < 0 ? -count : count, unit);
    },
    longDay: (day) => days.format(Date.parse(day)),
    list: (parts) => lists.format(parts),
  };
}

function unitOf(ms: number): (typeof UNITS)[number] {
  return UNITS.find(([, length]) => ms >= 2 * length) ?? UNITS[3];
}
