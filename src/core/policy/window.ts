import { Temporal } from 'temporal-polyfill';
import type { Duration } from '../common/duration.ts';

/** When notify and delete may run. ISO weekdays, 1 = Monday; minutes since midnight, both in `timeZone`. */
export interface Window {
  readonly days: readonly number[];
  readonly fromMinute: number;
  /** Exclusive. Not after `fromMinute`: the window ends on the following day. */
  readonly toMinute: number;
  /** IANA name. */
  readonly timeZone: string;
}

/** Is the window open at this instant? A window over midnight belongs to the day on which it opens. */
export function isOpen(window: Window | undefined, at: number): boolean {
  if (!window) return true;
  const local = zoned(window, at);
  const minute = local.hour * 60 + local.minute;
  const today = window.days.includes(local.dayOfWeek);
  if (!overMidnight(window)) return today && minute >= window.fromMinute && minute < window.toMinute;
  const yesterday = window.days.includes(local.subtract({ days: 1 }).dayOfWeek);
  return (today && minute >= window.fromMinute) || (yesterday && minute < window.toMinute);
}

/**
 * The first instant in the window, not before `at`. A time of day that the window allows stays the same across days and
 * daylight-saving changes (wall clock); any other moves to the next opening.
 */
export function moveIntoWindow(window: Window | undefined, at: number): number {
  if (!window || isOpen(window, at)) return at;
  const local = zoned(window, at);
  const minute = local.hour * 60 + local.minute;
  const opensAt = (day: Temporal.ZonedDateTime) =>
    day.withPlainTime({ hour: Math.floor(window.fromMinute / 60), minute: window.fromMinute % 60 });
  const timeOfDayAllowed = overMidnight(window)
    ? minute >= window.fromMinute || minute < window.toMinute
    : minute >= window.fromMinute && minute < window.toMinute;
  for (let days = 0; days <= 8; days++) {
    const day = local.add({ days });
    const candidate = timeOfDayAllowed ? day : opensAt(day);
    if (candidate.epochMilliseconds >= at && isOpen(window, candidate.epochMilliseconds))
      return candidate.epochMilliseconds;
  }
  // A daylight-saving gap can swallow the one allowed minute: fall back to the next day's opening.
  return nextOpening(window, local, opensAt);
}

/** Monday to Friday in UTC: the business days where no window is configured. */
const OFFICE_DAYS: Pick<Window, 'days' | 'timeZone'> = { days: [1, 2, 3, 4, 5], timeZone: 'UTC' };

/** `at` plus a duration: exact milliseconds, or a number of allowed days of the window, at the same wall-clock time. */
export function addDuration(at: number, duration: Duration, window: Window | undefined): number {
  if ('ms' in duration) return at + duration.ms;
  const { days, timeZone } = window ?? OFFICE_DAYS;
  const local = zoned({ timeZone }, at);
  let passed = 0;
  for (let left = duration.businessDays; left > 0; passed++) {
    if (days.includes(((local.dayOfWeek + passed) % 7) + 1)) left--;
  }
  // One step from the start: a day on which this time of day does not exist must not shift the days after it.
  return local.add({ days: passed }).epochMilliseconds;
}

/** Does this host know the time zone? */
export function isTimeZone(timeZone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
    return true;
  } catch {
    return false;
  }
}

function overMidnight(window: Window): boolean {
  return window.toMinute <= window.fromMinute;
}

function zoned(window: Pick<Window, 'timeZone'>, at: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(window.timeZone);
}

function nextOpening(
  window: Window,
  from: Temporal.ZonedDateTime,
  opensAt: (day: Temporal.ZonedDateTime) => Temporal.ZonedDateTime,
): number {
  for (let days = 1; days <= 15; days++) {
    const opening = opensAt(from.add({ days })).epochMilliseconds;
    if (isOpen(window, opening)) return opening;
  }
  throw new RangeError(`the window ${JSON.stringify(window)} never opens`);
}
