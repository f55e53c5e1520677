import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import {
  addDuration,
  isOpen,
  isTimeZone,
  longestClosure,
  moveIntoWindow,
  type Window,
} from '../../../src/core/policy/window.ts';

const LA = 'America/Los_Angeles';
const office: Window = { days: [1, 2, 3, 4], fromMinute: 9 * 60, toMinute: 17 * 60, timeZone: LA };
/** Friday evening to Saturday morning. */
const night: Window = { days: [5], fromMinute: 22 * 60, toMinute: 4 * 60, timeZone: LA };

/** An instant by its local time, `2026-01-13T10:00`; of an ambiguous one the earlier. */
const at = (local: string, timeZone = LA) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds;
const localOf = (instant: number, timeZone = LA) =>
  Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
const moved = (window: Window, local: string) =>
  localOf(moveIntoWindow(window, at(local, window.timeZone)), window.timeZone);

describe('a calendar', () => {
  const closed = ['--01-13', '2026-01-14', '2026-01-15', '2026-01-16'];
  const holidays: Window = { ...office, closed };

  test('L13 on its days the window does not open', () => {
    const open = ['2026-01-12', '2026-01-13', '2026-01-14', '2027-01-13', '2027-01-14'].map((day) =>
      isOpen(holidays, at(`${day}T10:00`)),
    );
    expect(open).toEqual([true, false, false, false, true]);
  });

  test('L13 a night that begins on one of its days is closed to its end, and one that began before is not', () => {
    const eve: Window = { ...night, closed: ['2026-01-16'] };
    expect(isOpen(eve, at('2026-01-17T02:00'))).toBe(false);
    expect(isOpen({ ...night, closed: ['2026-01-17'] }, at('2026-01-17T02:00'))).toBe(true);
  });

  test('L13 a date moves behind them, however many there are', () => {
    expect(moved(holidays, '2026-01-13T10:00')).toBe('2026-01-19T10:00');
    expect(moved(holidays, '2026-01-12T18:00')).toBe('2026-01-19T09:00');
    const quarter = Array.from({ length: 92 }, (_, index) =>
      Temporal.PlainDate.from('2026-01-13').add({ days: index }).toString(),
    );
    expect(moved({ ...office, days: [1, 2, 3, 4, 5, 6, 7], closed: quarter }, '2026-01-13T10:00')).toBe(
      '2026-04-15T10:00',
    );
  });

  test('L13 they are no business days', () => {
    expect(localOf(addDuration(at('2026-01-12T10:00'), { businessDays: 1 }, holidays))).toBe('2026-01-19T10:00');
  });

  test('L13 its longest closure counts the days of the week that never open', () => {
    expect(longestClosure(holidays)).toEqual({ since: '2026-01-13', days: 6 });
    expect(longestClosure(office).days).toBe(3);
    const never = longestClosure({
      ...office,
      days: [1],
      closed: Array.from({ length: 31 }, (_, day) =>
        ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'].map(
          (month) => `--${month}-${String(day + 1).padStart(2, '0')}`,
        ),
      ).flat(),
    });
    expect(never.days).toBeGreaterThan(92);
  });
});

describe('isOpen', () => {
  test.each([
    ['2026-01-13T10:00', true, 'Tuesday, inside'],
    ['2026-01-13T08:00', false, 'Tuesday, before'],
    ['2026-01-13T08:59', false, 'Tuesday, a minute before'],
    ['2026-01-13T09:00', true, 'Tuesday, opening'],
    ['2026-01-13T16:59', true, 'Tuesday, the last minute'],
    ['2026-01-13T17:00', false, 'Tuesday, closing'],
    ['2026-01-16T10:00', false, 'Friday'],
  ])('L13 at %s in Los Angeles it is %s (%s)', (local, expected) => {
    expect(isOpen(office, at(local))).toBe(expected);
  });

  test('L13 Friday 17:30 there is Saturday in UTC; the weekday is Friday', () => {
    const instant = Date.parse('2026-01-17T01:30:00Z');
    const fridays: Window = { days: [5], fromMinute: 17 * 60, toMinute: 18 * 60, timeZone: LA };
    expect(isOpen(fridays, instant)).toBe(true);
    expect(isOpen({ ...fridays, days: [6] }, instant)).toBe(false);
  });

  test('L13 without a window it is always open', () => {
    expect(isOpen(undefined, 0)).toBe(true);
  });

  test.each([
    ['2026-01-16T21:59', false],
    ['2026-01-16T22:00', true],
    ['2026-01-16T23:59', true],
    ['2026-01-17T00:00', true],
    ['2026-01-17T03:59', true],
    ['2026-01-17T04:00', false],
    ['2026-01-16T03:00', false],
    ['2026-01-17T22:30', false],
  ])('L6 over midnight, the window belongs to the day on which it opens: %s %s', (local, expected) => {
    expect(isOpen(night, at(local))).toBe(expected);
  });

  test('a whole day is 00:00 to 24:00', () => {
    const sundays: Window = { days: [7], fromMinute: 0, toMinute: 24 * 60, timeZone: LA };
    const open = ['2026-01-17T23:59', '2026-01-18T00:00', '2026-01-18T23:59', '2026-01-19T00:00'];
    expect(open.map((local) => isOpen(sundays, at(local)))).toEqual([false, true, true, false]);
  });
});

describe('moveIntoWindow', () => {
  test.each([
    ['2026-01-17T10:00', '2026-01-19T10:00', 'Saturday → Monday, same time of day'],
    ['2026-01-17T18:00', '2026-01-19T09:00', 'Saturday evening → Monday, opening'],
    ['2026-01-13T10:00', '2026-01-13T10:00', 'inside: unchanged'],
    ['2026-01-13T08:00', '2026-01-13T09:00', 'before: the same day'],
    ['2026-01-13T17:00', '2026-01-14T09:00', 'closing: the next day'],
    ['2026-01-15T20:00', '2026-01-19T09:00', 'Thursday night: Monday'],
    ['2026-01-16T16:59', '2026-01-19T16:59', 'Friday, last minute: Monday, last minute'],
    ['2026-12-31T18:00', '2027-01-04T09:00', 'over the year'],
  ])('L14 %s → %s (%s)', (from, to) => {
    expect(moved(office, from)).toBe(to);
  });

  test('L14 without a window, unchanged', () => {
    expect(moveIntoWindow(undefined, 123)).toBe(123);
  });

  test('L14 across the start of daylight saving: same wall-clock time, one hour less in between', () => {
    expect(moved(office, '2026-03-07T10:00')).toBe('2026-03-09T10:00');
    expect(moveIntoWindow(office, at('2026-03-07T10:00')) - at('2026-03-07T10:00')).toBe(47 * 3_600_000);
  });

  test('L14 across its end: same wall-clock time, one hour more in between', () => {
    expect(moved(office, '2026-10-31T10:00')).toBe('2026-11-02T10:00');
    expect(moveIntoWindow(office, at('2026-10-31T10:00')) - at('2026-10-31T10:00')).toBe(49 * 3_600_000);
  });

  test.each([
    ['2026-01-14T23:00', '2026-01-16T23:00', 'a time of day that is allowed is kept'],
    ['2026-01-14T03:00', '2026-01-17T03:00', 'also in the part after midnight'],
    ['2026-01-14T12:00', '2026-01-16T22:00', 'another moves to the opening'],
    ['2026-01-17T04:00', '2026-01-23T22:00', 'just closed: a week later'],
    ['2026-01-17T02:00', '2026-01-17T02:00', 'inside: unchanged'],
  ])('L14 over midnight %s → %s (%s)', (from, to) => {
    expect(moved(night, from)).toBe(to);
  });

  test('L14 an allowed minute that daylight saving swallows moves to the next time it exists', () => {
    const gap: Window = { days: [7], fromMinute: 2 * 60 + 15, toMinute: 2 * 60 + 45, timeZone: LA };
    expect(moved(gap, '2026-03-07T02:30')).toBe('2026-03-15T02:30');
    expect(moved(gap, '2026-03-08T01:00')).toBe('2026-03-15T02:15');
    expect(moved(gap, '2026-03-07T12:00')).toBe('2026-03-15T02:15');
  });

  test('L14 an opening that daylight saving swallows is skipped for the next one that exists', () => {
    const gap: Window = { days: [7], fromMinute: 2 * 60 + 15, toMinute: 2 * 60 + 45, timeZone: LA };
    expect(moved(gap, '2026-03-01T02:50')).toBe('2026-03-15T02:15');
  });

  test('L14 a time that exists twice is inside both times', () => {
    const window: Window = { days: [7], fromMinute: 60, toMinute: 120, timeZone: LA };
    const first = at('2026-11-01T01:30');
    const second = first + 3_600_000;
    expect([first, second].map((instant) => moveIntoWindow(window, instant))).toEqual([first, second]);
    expect(localOf(second)).toBe('2026-11-01T01:30');
  });

  test('L14 for any window and instant, the result is inside, not earlier, within 15 days, and stable', () => {
    const zones = [
      LA,
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
      'America/Sao_Paulo',
      'Africa/Cairo',
      'UTC',
    ];
    const window = fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fromMinute: fc.integer({ min: 0, max: 1439 }),
      toMinute: fc.integer({ min: 0, max: 1440 }),
      timeZone: fc.constantFrom(...zones),
    });
    const instant = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') });
    fc.assert(
      fc.property(window, instant, (given, from) => {
        fc.pre(given.fromMinute !== given.toMinute);
        const to = moveIntoWindow(given, from);
        expect(isOpen(given, to)).toBe(true);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to - from).toBeLessThanOrEqual(15 * 86_400_000);
        expect(moveIntoWindow(given, to)).toBe(to);
      }),
      { numRuns: 500 },
    );
  });
});

describe('addDuration', () => {
  test('L7 exact durations are exact, also across daylight saving', () => {
    expect(addDuration(at('2026-03-07T10:00'), { ms: 2 * 86_400_000 }, office)).toBe(at('2026-03-09T11:00'));
  });

  test.each([
    ['2026-01-12T10:00', 1, '2026-01-13T10:00'],
    ['2026-01-15T10:00', 1, '2026-01-19T10:00'],
    ['2026-01-17T10:00', 1, '2026-01-19T10:00'],
    ['2026-01-12T10:00', 10, '2026-01-28T10:00'],
    ['2026-03-05T10:00', 1, '2026-03-09T10:00'],
    ['2026-10-29T10:00', 1, '2026-11-02T10:00'],
  ])('L7 %s and %d allowed days of the window is %s', (from, businessDays, to) => {
    expect(localOf(addDuration(at(from), { businessDays }, office))).toBe(to);
  });

  test('L14 a day without this time of day does not shift the days after it', () => {
    const everyDay: Window = { ...office, days: [1, 2, 3, 4, 5, 6, 7] };
    expect(localOf(addDuration(at('2026-03-07T02:30'), { businessDays: 3 }, everyDay))).toBe('2026-03-10T02:30');
  });

  test('without a window business days are Monday to Friday', () => {
    const friday = Date.parse('2026-01-16T10:00:00Z');
    expect(new Date(addDuration(friday, { businessDays: 1 }, undefined)).toISOString()).toBe(
      '2026-01-19T10:00:00.000Z',
    );
    expect(new Date(addDuration(friday, { businessDays: 10 }, undefined)).toISOString()).toBe(
      '2026-01-30T10:00:00.000Z',
    );
  });
});

test('L6 time zones are those of the IANA database', () => {
  expect(['UTC', 'Europe/Berlin', LA].every(isTimeZone)).toBe(true);
  expect(['Mars/Olympus', '', 'Berlin'].some(isTimeZone)).toBe(false);
});
