/** Deletion dates as an owner reads them. Built from calendar fields, so that every host writes the same. */
import { Temporal } from 'temporal-polyfill';
import { isTimeZone } from '../core/window.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

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

/** @param at ms since the epoch @param timeZone IANA name; one this host does not know is shown as UTC */
export function ownerDate(at: number, timeZone: string): OwnerDate {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const weekday = WEEKDAYS[local.dayOfWeek - 1] as string;
  const month = MONTHS[local.month - 1] as string;
  const time = [local.hour, local.minute, ...(local.second === 0 ? [] : [local.second])];
  return {
    words: `${weekday} ${local.day} ${month} ${local.year}, ${time.map(twoDigits).join(':')}`,
    day: `${weekday.slice(0, 3)} ${local.day} ${month.slice(0, 3)} ${local.year}`,
    timeZone: zone,
    iso: local.toString({ timeZoneName: 'never' }),
  };
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
