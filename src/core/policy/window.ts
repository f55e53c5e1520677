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
  /** Days on which it does not open: `2026-12-24`, or `--12-25` of every year. Absent = none. */
  readonly closed?: readonly string[];
}

/** Is the window open at this instant? A window over midnight belongs to the day on which it opens. */
export function isOpen(window: Window | undefined, at: number): boolean {
  if (!window) return true;
  const local = zoned(window, at);
  const minute = local.hour * 60 + local.minute;
  const today = opensOn(window, local);
  if (!overMidnight(window)) return today && minute >= window.fromMinute && minute < window.toMinute;
  const yesterday = opensOn(window, local.subtract({ days: 1 }));
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
  for (let days = 0; days <= MOST_CLOSED_DAYS + 8; days++) {
    const day = local.add({ days });
    const candidate = timeOfDayAllowed ? day : opensAt(day);
    if (candidate.epochMilliseconds >= at && isOpen(window, candidate.epochMilliseconds))
      return candidate.epochMilliseconds;
  }
  // A daylight-saving gap can swallow the one allowed minute: fall back to the next day's opening.
  return nextOpening(window, local, opensAt);
}

/** Monday to Friday in UTC: the business days where no window is configured. */
const OFFICE_DAYS: Opening = { days: [1, 2, 3, 4, 5], timeZone: 'UTC' };

/** `at` plus a duration: exact milliseconds, or a number of allowed days of the window, at the same wall-clock time. */
export function addDuration(at: number, duration: Duration, window: Window | undefined): number {
  if ('ms' in duration) return at + duration.ms;
  const opening = window ?? OFFICE_DAYS;
  const local = zoned(opening, at);
  let passed = 0;
  for (let left = duration.businessDays; left > 0; passed++) {
    if (isAllowed(opening, local, passed + 1)) left--;
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

type Opening = Pick<Window, 'days' | 'timeZone' | 'closed'>;

/** Does it open on the day that is so many days later? Without a calendar no date is made. */
function isAllowed(window: Opening, from: Temporal.ZonedDateTime, later: number): boolean {
  const { days, closed } = window;
  if (!days.includes(((from.dayOfWeek - 1 + later) % 7) + 1)) return false;
  return closed === undefined || !isClosed(closed, from.toPlainDate().add({ days: later }));
}

function opensOn(window: Opening, local: Temporal.ZonedDateTime): boolean {
  return isAllowed(window, local, 0);
}

/** A list of a loaded configuration never changes. */
const dates = new WeakMap<readonly string[], ReadonlySet<string>>();

function isClosed(closed: readonly string[], day: Temporal.PlainDate): boolean {
  const known = dates.get(closed) ?? new Set(closed);
  dates.set(closed, known);
  const text = day.toString();
  return known.has(text) || known.has(`-${text.slice('2026'.length)}`);
}

/** A calendar may close it for so many days on end; a longer time is refused, because nobody means it. */
export const MOST_CLOSED_DAYS = 92;

/** The longest time without an opening, in whole days from a day on. */
export interface Closure {
  readonly since: string;
  readonly days: number;
}

/** Between the first and the last year of its calendar. One longer than {@link MOST_CLOSED_DAYS} is not measured to its end. */
export function longestClosure(window: Opening): Closure {
  const { days: weekdays, closed = [] } = window;
  const years = closed.flatMap((day) => (day.startsWith('--') ? [] : [Number(day.slice(0, 4))]));
  const [first, last] = [Math.min(2024, ...years), Math.max(2028, ...years)];
  let day = Temporal.PlainDate.from({ year: first, month: 1, day: 1 });
  let longest: Closure = { since: day.toString(), days: 0 };
  let since = day;
  let days = 0;
  for (; day.year <= last + 1 && longest.days <= MOST_CLOSED_DAYS; day = day.add({ days: 1 })) {
    const opens = weekdays.includes(day.dayOfWeek) && !isClosed(closed, day);
    if (opens || days === 0) since = day;
    days = opens ? 0 : days + 1;
    if (days > longest.days) longest = { since: since.toString(), days };
  }
  return longest;
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
  for (let days = 1; days <= MOST_CLOSED_DAYS + 15; days++) {
    const opening = opensAt(from.add({ days })).epochMilliseconds;
    if (isOpen(window, opening)) return opening;
  }
  throw new RangeError(`the window ${JSON.stringify(window)} never opens`);
}
