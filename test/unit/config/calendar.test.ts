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

  // Cases of kylekatarnls/business-day 159, nager/Nager.Date 566, commenthol/date-holidays-parser 46 and vacanza/holidays 358 and 1500.
  test.each<[string, readonly string[], readonly string[]]>([
    // 4 July 2026 is a Saturday, Columbus Day is a holiday of the federation only, the day after Thanksgiving one of California.
    ['US', ['2026-07-03', '2026-10-12', '2026-11-26', '2027-12-31'], ['2026-11-27', '2027-02-14', '2026-12-24']],
    ['US-CA', ['2026-07-03', '2026-11-26', '2026-11-27', '2027-03-31'], ['2026-10-12']],
    // Corpus Christi is one of Bavaria, the feast of peace one of Augsburg; banks close on 24 December, others do not.
    ['DE', ['2026-12-25', '2027-03-29'], ['2026-06-04', '2026-12-24']],
    ['DE-BY', ['2026-06-04', '2026-12-26'], ['2026-08-08', '2026-12-24', '2026-11-18']],
    ['DE-BY-A', ['2026-06-04', '2026-08-08'], []],
    // A day between two holidays is one, and a substitute day skips holidays.
    ['JP', ['2026-09-22', '2026-05-06'], ['2026-09-24']],
    ['AU-NSW', ['2028-01-03'], ['2028-01-04']],
    ['GB-SCT', ['2027-01-04', '2026-11-30'], ['2027-03-29']],
    // By the moon, and of several days; a Norwegian is no boolean.
    ['CN', ['2027-02-05', '2027-02-06', '2027-02-07'], []],
    ['NO', ['2027-05-17'], []],
  ])('L13 is the public holidays of %s and their substitute days', (region, closed, open) => {
    const days = closedBy(region) ?? [];
    expect(days).toEqual(expect.arrayContaining([...closed]));
    expect(days.filter((day) => open.includes(day))).toEqual([]);
    expect([days[0]?.slice(0, 4), days.at(-1)?.slice(0, 4), new Set(days).size]).toEqual(['2026', '2045', days.length]);
  });

  test('L13 is a region together with other days, and is the same when it is read again', () => {
    const both = closedBy('[US-CA, "--12-24", DE-BY]');
    expect(both).toEqual(expect.arrayContaining(['--12-24', '2026-06-04', '2026-11-27']));
    expect(closedBy('[US-CA, "--12-24", DE-BY]')).toEqual(both);
  });

  test.each([
    ['2026-02-30', 'found "2026-02-30"; allowed: a date'],
    ['US-CX', 'US has no state "CX"; allowed: US-AL, US-AK'],
    ['us-CA', 'no country has the code "us"; did you mean "US"? allowed: AD, AE'],
    ['[UK, "--12-25"]', 'no country has the code "UK"; did you mean "GB"? allowed: '],
    ['US-ca', 'US has no state "ca"; did you mean "US-CA"? allowed: '],
    ['XX', 'no country has the code "XX"; allowed: '],
    ['DE-BY-X', 'DE-BY has no part "X"; allowed: DE-BY-A'],
    ['US-CA-SF', 'US-CA has no part "SF"; allowed: US-CA-LA'],
    ['JP-13', 'JP has no state "13"; allowed: only JP'],
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
