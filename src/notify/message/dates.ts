/**
 * Deletion dates for owners. `Intl` gives the names of days and months; the catalogue gives the order, so that every
 * host writes the same.
 */
import { Temporal } from 'temporal-polyfill';
import type { Language } from '../../core/common/language.ts';
import { isTimeZone } from '../../core/policy/window.ts';
import type { Catalogue } from '../texts/common/catalogue.ts';
import { catalogueOf } from '../texts/index.ts';

/** A date of a message in its language and in the time zone of the account. */
export interface OwnerDate {
  /** `Thursday 3 December 2026, 10:00`; seconds only when there are any. */
  readonly words: string;
  /** `Thu 3 Dec 2026` */
  readonly day: string;
  /** The time zone of both, by its IANA name. */
  readonly timeZone: string;
  /** The exact instant with its offset: `2026-12-03T10:00:00-08:00`. */
  readonly iso: string;
}

/** @param at ms since the epoch @param timeZone IANA name; a zone unknown to this host becomes UTC */
export function ownerDate(at: number, timeZone: string, catalogue: Catalogue = catalogueOf('en')): OwnerDate {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const { day, year, hour, minute, second } = local;
  const time = [hour, minute, ...(second === 0 ? [] : [second])].map(twoDigits).join(':');
  // Only the calendar day: its name must not depend on a zone.
  const noon = Date.UTC(year, local.month - 1, day, 12);
  return {
    words: catalogue.date({ ...namesOf(noon, catalogue, 'long'), day, year, time }),
    day: catalogue.day({ ...namesOf(noon, catalogue, 'short'), day, year }),
    timeZone: zone,
    iso: local.toString({ timeZoneName: 'never' }),
  };
}

/** The words of a date with its time zone. */
export function dated(words: string, { timeZone }: Pick<OwnerDate, 'timeZone'>): string {
  return `${words} (${timeZone})`;
}

function namesOf(at: number, { language }: Catalogue, width: 'long' | 'short') {
  const [weekday, month] = (['weekday', 'month'] as const).map((part) => formatOf(language, part, width).format(at));
  return { weekday: weekday ?? '', month: month ?? '' };
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Creating a format takes longer than using it a hundred times. */
function formatOf(language: Language, part: 'weekday' | 'month', width: 'long' | 'short'): Intl.DateTimeFormat {
  const key = `${language} ${part} ${width}`;
  const format = FORMATS.get(key) ?? new Intl.DateTimeFormat(language, { [part]: width, timeZone: 'UTC' });
  FORMATS.set(key, format);
  return format;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
