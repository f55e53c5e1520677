/** Days on which a window stays closed: dates of the file, public holidays of regions, and iCalendar files (RFC 5545). */
import { readFileSync, statSync } from 'node:fs';
import { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import { messageOf } from '../../core/common/errors.ts';
import { uniqueList } from '../../core/common/textSettings.ts';
import { longestClosure, MOST_CLOSED_DAYS } from '../../core/policy/window.ts';
import { holidaysOf, isLikeRegion } from './holidays.ts';

/** Bytes; a calendar of holidays has some thousand. */
const LARGEST = 4 * 1024 * 1024;
const MOST_DAYS = 5_000;

const ENTRY =
  'a date such as "2026-12-24", "--12-25" for every year, a region such as US-CA for its public holidays, or the path of an iCalendar file that ends with .ics';
const DATE = /^(?:\d{4}|-)-\d{2}-\d{2}$/;

const entry = z
  .string({ error: ENTRY })
  .meta({ examples: ['2026-12-24', '--12-25', 'US-CA', './holidays.ics'] })
  .transform((text, context): readonly string[] => {
    try {
      if (text.endsWith('.ics')) return fromFile(text);
      if (DATE.test(text) && isDay(text)) return [text];
      if (isLikeRegion(text)) return holidaysOf(text);
      context.addIssue({ code: 'custom', message: `allowed: ${ENTRY}` });
    } catch (error) {
      if (isLikeRegion(text)) context.addIssue({ code: 'custom', message: messageOf(error) });
      else context.addIssue({ code: 'custom', message: `${messageOf(error)}; allowed: ${ENTRY}` });
    }
    return z.NEVER;
  });

/** The days on which a window stays closed: `2026-12-24`, or `--12-25` of every year, in order. */
export const calendarSetting = z
  .union([entry.transform((days) => [days]), uniqueList(entry, 'dates and iCalendar files')], {
    error: `${ENTRY}; or a list of them`,
  })
  .transform((lists, context): readonly string[] => {
    const closed = [...new Set(lists.flat())].toSorted();
    if (closed.length <= MOST_DAYS) return closed;
    context.addIssue({ code: 'custom', message: `it has more than ${MOST_DAYS} days` });
    return z.NEVER;
  });

/** In the order of ISO: Monday is 1. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

interface Opening {
  readonly days: readonly (typeof WEEKDAYS)[number][];
  readonly timeZone: string;
  readonly calendar?: readonly string[] | undefined;
}

/** A calendar that hardly ever lets a window open is a mistake. */
export function refuseLongClosure({ days, timeZone, calendar }: Opening, context: z.RefinementCtx): void {
  if (calendar === undefined) return;
  const weekdays = days.map((day) => WEEKDAYS.indexOf(day) + 1);
  const { since, days: length } = longestClosure({ days: weekdays, timeZone, closed: calendar });
  if (length <= MOST_CLOSED_DAYS) return;
  const message = `with this calendar the window does not open for more than ${MOST_CLOSED_DAYS} days from ${since} on`;
  context.addIssue({ code: 'custom', path: ['calendar'], message });
}

/** `--02-29` is one of some years. */
function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text.replace(/^--/, '2024-'), { overflow: 'reject' }) !== undefined;
  } catch {
    return false;
  }
}

function fromFile(path: string): readonly string[] {
  if (statSync(path).size > LARGEST) throw new Error(`it is larger than ${LARGEST} bytes`);
  return daysIn(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
}

/** The days of all events; an event with a time closes the whole days that it touches. */
function daysIn(text: string): readonly string[] {
  if (!/^BEGIN:VCALENDAR\s*$/m.test(text)) throw new Error('it is no calendar: it has no BEGIN:VCALENDAR');
  // A line that begins with a space goes on from the line before.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const days: string[] = [];
  let event: Map<string, string> | undefined;
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
    if (name.toUpperCase() === 'BEGIN' && value.trim() === 'VEVENT') event = new Map();
    else if (name.toUpperCase() === 'END' && value.trim() === 'VEVENT') {
      days.push(...daysOf(event ?? new Map()));
      event = undefined;
    } else event?.set(name.toUpperCase(), value.trim());
    if (days.length > MOST_DAYS) throw new Error(`it has more than ${MOST_DAYS} days`);
  }
  if (days.length === 0) throw new Error('it has no event');
  return days;
}

function daysOf(event: ReadonlyMap<string, string>): readonly string[] {
  if (event.get('STATUS') === 'CANCELLED') return [];
  const start = dateOf(event.get('DTSTART'));
  const end = event.has('DTEND') ? dateOf(event.get('DTEND')) : start.add({ days: 1 });
  // The end is the first day after it; of an event with times the day on which it ends is one of its days.
  const isTimed = (event.get('DTEND') ?? '').includes('T') && !/T000000Z?$/.test(event.get('DTEND') ?? '');
  const count = Math.max(1, start.until(end).days + (isTimed ? 1 : 0));
  if (count > 366) throw new Error(`the event of ${start} lasts ${count} days`);
  const repeated = event.get('RRULE');
  if (repeated !== undefined && !/^FREQ=YEARLY$/.test(repeated.replace(/;?(?:INTERVAL=1|WKST=\w\w)\b/g, ''))) {
    throw new Error(
      `the event of ${start} repeats by ${JSON.stringify(repeated.slice(0, 80))}; allowed: FREQ=YEARLY, or an event for each date`,
    );
  }
  if (event.has('RDATE')) throw new Error(`the event of ${start} has an RDATE; write an event for each date`);
  const days = Array.from({ length: count }, (_, index) => start.add({ days: index }).toString());
  return repeated === undefined ? days : days.map((day) => `-${day.slice(4)}`);
}

function dateOf(text: string | undefined): Temporal.PlainDate {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})(?:T\d{6}Z?)?$/.exec(text ?? '') ?? [];
  if (year === undefined) throw new Error(`an event has no date: ${JSON.stringify(text ?? null)}`);
  return Temporal.PlainDate.from(
    { year: Number(year), month: Number(month), day: Number(day) },
    { overflow: 'reject' },
  );
}
