/** Calendars of a window: dates, and iCalendar files as calendars of holidays export them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ACCOUNTS, load, problemsOf } from './load.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-calendar-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const file = (calendar: string, days = '[Mon, Tue, Wed, Thu, Fri]') =>
  `window: { days: ${days}, from: "09:00", to: "17:00", timeZone: UTC, calendar: ${calendar} }\n${ACCOUNTS}cleanup:\n  - { type: widget, accounts: [test], when: [{ rule: unused }] }`;
const closedBy = (calendar: string) => load(file(calendar)).workConfigurations[0]?.window?.closed;

function calendar(...events: readonly (readonly string[])[]): string {
  const path = join(dir, 'holidays.ics');
  const lines = events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']);
  writeFileSync(path, ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n'));
  return path;
}

describe('a calendar', () => {
  test('L13 is a date, a date of every year, or a list of them', () => {
    expect(closedBy('2026-12-24')).toEqual(['2026-12-24']);
    expect(closedBy('["--12-25", 2026-12-24]')).toEqual(['--12-25', '2026-12-24']);
  });

  test('L13 is the events of an iCalendar file, and every day of longer ones', () => {
    const path = calendar(
      ['DTSTART;VALUE=DATE:20261126', 'DTEND;VALUE=DATE:20261128', 'SUMMARY:Thanksgiving'],
      ['DTSTART;VALUE=DATE:19700704', 'RRULE:FREQ=YEARLY', 'SUMMARY:a name that goes', '  on'],
      ['DTSTART;TZID=Europe/Berlin:20261231T140000', 'DTEND;TZID=Europe/Berlin:20270101T060000'],
      ['DTSTART;VALUE=DATE:20260105', 'STATUS:CANCELLED'],
      ['DTSTART;VALUE=DATE:20260106'],
    );
    expect(closedBy(`[${path}, 2026-12-24]`)).toEqual([
      '--07-04',
      '2026-01-06',
      '2026-11-26',
      '2026-11-27',
      '2026-12-24',
      '2026-12-31',
      '2027-01-01',
    ]);
  });

  test.each([
    ['2026-02-30', 'found "2026-02-30"; allowed: a date'],
    [
      'US-CA',
      'no list of the holidays of regions (docs/operations.md, "Public holidays", makes a file of one); allowed: ',
    ],
    ['[de, "--12-25"]', 'no list of the holidays of regions'],
    ['USA-CA', 'allowed: a date such as "2026-12-24"'],
    ['[]', 'calendar'],
    ['./gone.ics', 'ENOENT'],
  ])('L13 %s is refused with what is allowed', (given, why) => {
    expect(problemsOf(file(given)).join()).toContain(why);
  });

  test.each<[string, readonly string[], string]>([
    ['a rule that is not understood', ['DTSTART:20260101', 'RRULE:FREQ=MONTHLY;BYDAY=1MO'], 'allowed: FREQ=YEARLY'],
    ['a date that is none', ['DTSTART:20261301'], 'month'],
    ['no date', ['SUMMARY:x'], 'an event has no date'],
    ['years on end', ['DTSTART:20260101', 'DTEND:20290101'], 'lasts 1096 days'],
    ['more dates', ['DTSTART:20260101', 'RDATE:20260201'], 'RDATE'],
  ])('L13 a file with %s is refused as a whole', (_what, event, why) => {
    expect(problemsOf(file(calendar(event, ['DTSTART:20260102']))).join()).toContain(why);
  });

  test('L13 a file that is no calendar, an empty one and one of many megabytes are refused', () => {
    const path = join(dir, 'other.ics');
    for (const [text, why] of [
      ['<html>', 'no BEGIN:VCALENDAR'],
      ['BEGIN:VCALENDAR\nEND:VCALENDAR\n', 'it has no event'],
      [' '.repeat(5_000_000), 'larger than'],
    ] as const) {
      writeFileSync(path, text);
      expect(problemsOf(file(path)).join()).toContain(why);
    }
  });

  test('L13 one with which the window hardly ever opens is refused with the day', () => {
    const path = calendar(['DTSTART;VALUE=DATE:20260101', 'DTEND;VALUE=DATE:20270101', 'RRULE:FREQ=YEARLY']);
    expect(problemsOf(file(path)).join()).toContain(
      'with this calendar the window does not open for more than 92 days from 2024-03-01 on',
    );
    const mondays = Array.from({ length: 20 }, (_, week) =>
      new Date(Date.UTC(2026, 0, 5 + 7 * week)).toISOString().slice(0, 10),
    );
    expect(problemsOf(file(`[${mondays.join()}]`, '[Mon]')).join()).toContain('from 2025-12-30 on');
    expect(problemsOf(file(`[${mondays.slice(0, 5).join()}]`, '[Mon]'))).toEqual([]);
  });
});
