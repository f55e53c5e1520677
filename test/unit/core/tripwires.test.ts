import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/core/common/steps.ts';
import type { Confirmation } from '../../../src/core/policy/pass.ts';
import { isTrip, measureOf, type Trip, tripMember, tripWords } from '../../../src/core/policy/trip.ts';
import {
  confirm,
  confirmDue,
  dueTrips,
  isConfirmed,
  markTrips,
  blockedSet as settingBlocked,
  shrunkParts,
  shrunkTrips,
  withAccepted,
  withoutEnded,
} from '../../../src/core/policy/tripwires.ts';
import { TRIPWIRES } from '../../support/queue.ts';

const settings = TRIPWIRES;
const blockedSet = (members: readonly string[]) => atOnce(settingBlocked(members));
const quiet = { listed: 100, marked: 0, newMarks: 0, unmarks: 0 };

describe('mark tripwires', () => {
  test('L32 of three resources two are candidates → no tripwire: shares count only from sharesFrom up', () => {
    expect(markTrips({ listed: 3, marked: 0, newMarks: 2, unmarks: 0 }, settings)).toEqual([]);
  });

  test('L32 a share above its tripwire says which and by how much', () => {
    expect(markTrips({ ...quiet, newMarks: 26 }, settings).map(tripWords)).toEqual([
      'markedShare: 26 of 100 (26%) would be newly marked, more than 25%',
    ]);
    expect(markTrips({ ...quiet, newMarks: 25 }, settings)).toEqual([]);
  });

  test('L32 more new marks than newMarks trips at any share', () => {
    expect(markTrips({ ...quiet, listed: 100_000, newMarks: 501 }, settings).map(tripWords)).toEqual([
      'newMarks: 501 new marks, more than 500',
    ]);
    expect(markTrips({ ...quiet, listed: 100_000, newMarks: 500 }, settings)).toEqual([]);
  });

  test('a mass unmark trips by its share of the marks', () => {
    expect(markTrips({ ...quiet, marked: 40, unmarks: 11 }, settings)).toEqual([
      { code: 'unmarkedShare', values: { part: 11, whole: 40, limit: 0.25 } },
    ]);
    expect(markTrips({ ...quiet, marked: 39, unmarks: 39 }, settings)).toEqual([]);
  });
});

describe('shrunk', () => {
  const before = { listed: 100, findings: { 'instances@test/us-east-1': 80 } };

  test('L31 a listing or evidence smaller by more than half against the last complete survey trips', () => {
    expect(shrunkTrips({ ...before, listed: 49 }, before, settings).map(tripWords)).toEqual([
      'shrunkBy: the listing fell from 100 to 49, by more than 50%',
    ]);
    expect(shrunkTrips({ listed: 100, findings: { 'instances@test/us-east-1': 39 } }, before, settings)).toHaveLength(
      1,
    );
    expect(shrunkTrips({ listed: 50, findings: { 'instances@test/us-east-1': 40 } }, before, settings)).toEqual([]);
  });

  test('Law 1 evidence that was there and is suddenly empty trips at any size', () => {
    const small = { listed: 3, findings: { 'autoScalingGroups@test/us-east-1': 2 } };
    const now = { listed: 3, findings: { 'autoScalingGroups@test/us-east-1': 0 } };
    expect(shrunkTrips(now, small, settings)).toHaveLength(1);
  });

  test('L31 the tripwire names the evidence that shrank, with both counts', () => {
    const now = { listed: 100, findings: { 'instances@test/us-east-1': 39 } };
    expect(shrunkTrips(now, before, settings).map(tripWords)).toEqual([
      'shrunkBy: evidence instances@test/us-east-1 fell from 80 to 39, by more than 50%',
    ]);
  });

  test.each([
    ['a listing of 39 that is empty now', { listed: 39 }, { listed: 0 }, {}],
    ['a listing of 40 that is empty now', { listed: 40 }, { listed: 0 }, { listed: 0 }],
    ['a listing of 39 that lost more than half', { listed: 39 }, { listed: 1 }, {}],
    ['a listing of 40 that lost more than half', { listed: 40 }, { listed: 19 }, { listed: 19 }],
  ])('L31 sharesFrom is the smallest size that can trip: %s', (_what, was, now, trips) => {
    expect(shrunkParts({ ...now, findings: {} }, { ...was, findings: {} }, settings)).toEqual({
      findings: {},
      ...trips,
    });
  });

  test.each([
    ['a source with one finding that is empty now', 1, 0, { instances: 0 }],
    ['a source that was empty before', 0, 0, {}],
    ['a source of 39 that lost more than half', 39, 1, {}],
    ['a source of 40 that lost more than half', 40, 19, { instances: 19 }],
  ])('L31 evidence trips from sharesFrom up, and at any size when it is empty: %s', (_what, was, now, findings) => {
    const seen = { listed: 100, findings: { instances: now } };
    expect(shrunkParts(seen, { listed: 100, findings: { instances: was } }, settings)).toEqual({ findings });
  });

  test('L31 uses that ended with deletions do not look like a broken read, and no others are left out', () => {
    const baseline = { listed: 100, findings: { instances: 3, groups: 2 } };
    expect(withoutEnded(baseline, { instances: 1, groups: 5 })).toEqual({
      listed: 100,
      findings: { instances: 2, groups: 0 },
    });
    expect(withoutEnded(baseline, { instances: 1 })?.findings).toEqual({ instances: 2, groups: 2 });
    expect(withoutEnded(baseline, undefined)).toEqual(baseline);
    expect(withoutEnded(undefined, { instances: 1 })).toBeUndefined();
  });

  test('L31 an approval replaces the approved counts of the baseline alone', () => {
    const baseline = { listed: 100, findings: { instances: 80, groups: 7 } };
    expect(withAccepted(baseline, { findings: { instances: 2 } })).toEqual({
      listed: 100,
      findings: { instances: 2, groups: 7 },
    });
    expect(withAccepted(baseline, { listed: 9, findings: {} })).toEqual({ ...baseline, listed: 9 });
    expect(withAccepted(baseline, undefined)).toEqual(baseline);
    expect(withAccepted(undefined, { listed: 9, findings: {} })).toBeUndefined();
  });

  test('the first survey and a source that was not asked do not trip', () => {
    expect(shrunkTrips(before, undefined, settings)).toEqual([]);
    expect(shrunkTrips({ listed: 100, findings: {} }, before, settings)).toEqual([]);
  });
});

test('L57 more newly due than dueShare trips, and never below sharesFrom', () => {
  expect(dueTrips(101, 1000, settings)).toHaveLength(1);
  expect(dueTrips(100, 1000, settings)).toEqual([]);
  expect(dueTrips(30, 39, settings)).toEqual([]);
  expect(dueTrips(5, 40, settings).map(tripWords)).toEqual([
    'dueShare: 5 of 40 (12.5%) became due without a notice for this date, more than 10%',
  ]);
});

describe('the set of an approval', () => {
  test('L32 is the same in any order and another for any other member', () => {
    expect(blockedSet(['a', 'b'])).toEqual(blockedSet(['b', 'a']));
    expect(blockedSet(['a', 'b']).digest).not.toBe(blockedSet(['a', 'c']).digest);
    expect(blockedSet(['ab', 'c']).digest).not.toBe(blockedSet(['a', 'bc']).digest);
    expect(blockedSet(['a', 'b']).size).toBe(2);
  });
});

describe('a blocked survey seen again', () => {
  const HOUR = 3_600_000;
  const set = blockedSet(['+ami-1 a']);
  const seenAt = (...hours: readonly number[]) =>
    hours.reduce<ReturnType<typeof confirm> | undefined>(
      (before, hour) => confirm(set, before, hour * HOUR),
      undefined,
    );

  test.each([
    ['three equal ones over 48 h', [0, 24, 48], true],
    ['three, but within 47 h', [0, 24, 47], false],
    ['three within 47 h, long after the first instant of the clock', [1000, 1024, 1047], false],
    ['three over 48 h, of which two at one instant', [0, 0, 48], true],
    ['two over 48 h', [0, 48], false],
    ['many within the day', [0, 1, 2, 3, 4, 5], false],
    ['the clock put back in between', [0, 24, 12, 48], false],
  ])('L31 %s', (_what, hours, confirmed) => {
    const confirmation = seenAt(...hours);
    expect(confirmation && isConfirmed(confirmation)).toBe(confirmed);
  });

  test.each([
    ['are complete', { outcome: 'complete' }, true],
    ['leave only some resources undecided', { outcome: 'incomplete', stored: true }, true],
    ['read too little to judge anything: it is not', { outcome: 'incomplete' }, false],
    ['are blocked themselves: it is not', { outcome: 'blocked' }, false],
  ] as const)('L57 what is due is confirmed by surveys that %s', (_what, survey, confirmed) => {
    let confirmation: Confirmation | undefined;
    for (let hour = 0; hour <= 54; hour += 6) {
      const at = (hour + 1) * HOUR;
      const seen = { ...survey, passId: `survey ${hour}`, startedAt: at - 1 };
      confirmation = confirmDue(confirmation, { after: 0, at, survey: seen });
    }
    expect(confirmation && isConfirmed(confirmation)).toBe(confirmed);
  });

  describe('L57 stopped delete passes', () => {
    const NOON = 1_000 * HOUR;
    const survey = (passId: string, startedAt: number) =>
      ({ passId, startedAt, outcome: 'complete' }) as const satisfies Parameters<typeof confirmDue>[1]['survey'];
    const first = confirmDue(undefined, { after: 0, at: NOON, survey: survey('before', NOON - HOUR) });
    const later = (hours: number, passId: string, before = first) => {
      const at = NOON + hours * HOUR;
      return confirmDue(before, { after: 0, at, survey: survey(passId, at - 1) });
    };

    test('the first stop counts no survey, and covers the marks that are due by then', () => {
      expect(first).toMatchObject({ firstSeenAt: NOON, lastSeenAt: NOON, surveys: 0, dueUntil: NOON });
    });

    test('a survey counts once, however many delete passes follow it', () => {
      expect(later(8, 'a', later(7, 'a', later(6, 'a')))).toMatchObject({
        surveys: 1,
        firstSeenAt: NOON,
        lastSeenAt: NOON + 8 * HOUR,
        dueUntil: NOON,
      });
      expect(later(8, 'b', later(6, 'a'))).toMatchObject({ surveys: 2, lastSurvey: 'b' });
    });

    test.each([
      ['began before the first stop', -1],
      ['began at the instant of the first stop', 0],
    ])('a survey that %s does not count', (_what, ms) => {
      const seen = { after: 0, at: NOON + 6 * HOUR, survey: survey('a', NOON + ms) };
      expect(confirmDue(first, seen)).toMatchObject({ surveys: 0, lastSeenAt: NOON + 6 * HOUR });
    });

    test('a clock that was set back starts the count again; the same instant does not', () => {
      const before = later(6, 'a');
      expect(later(5, 'b', before)).toMatchObject({ surveys: 0, firstSeenAt: NOON + 5 * HOUR });
      expect(later(6, 'b', before)).toMatchObject({ surveys: 2, firstSeenAt: NOON });
    });

    test.each([
      ['up to the covered instant', 0],
      ['up to a later one', 1],
    ])('the count starts again where marks due %s are already released', (_what, ms) => {
      const seen = { after: NOON + ms, at: NOON + 6 * HOUR, survey: survey('a', NOON + 5 * HOUR) };
      expect(confirmDue(first, seen)).toMatchObject({ surveys: 0, dueUntil: NOON + 6 * HOUR });
    });

    test('the count starts again where the record does not say which marks it covers', () => {
      const { dueUntil: _unknown, ...record } = later(6, 'a');
      expect(later(7, 'b', record)).toMatchObject({ surveys: 0, dueUntil: NOON + 7 * HOUR });
    });

    test('the count goes on where earlier marks alone are released', () => {
      const seen = { after: NOON - 1, at: NOON + 6 * HOUR, survey: survey('a', NOON + 5 * HOUR) };
      expect(confirmDue(first, seen)).toMatchObject({ surveys: 1, dueUntil: NOON });
    });
  });

  test('L31 another set in between resets the confirmation', () => {
    const other = confirm(blockedSet(['+ami-2 b']), seenAt(0, 24), 30 * HOUR);
    expect(confirm(set, other, 48 * HOUR)).toMatchObject({ surveys: 1, firstSeenAt: 48 * HOUR });
  });
});

test('L32 the figures of a tripwire are its values, in percent where its limit is a share', () => {
  const shrunk = {
    code: 'shrunkBy',
    values: { source: 'a 5 to 6 (7%), more than 8%', before: 80, now: 39, limit: 0.5 },
  };
  expect(measureOf(shrunk as never)).toEqual({ value: 51, limit: 50, unit: '%' });
  expect(measureOf({ code: 'newMarks', values: { count: 501, limit: 500 } })).toEqual({
    ...{ value: 501, limit: 500, unit: '' },
  });
  expect(measureOf({ code: 'dueShare', values: { part: 5, whole: 40, limit: 0.1 } })).toEqual({
    ...{ value: 12.5, limit: 10, unit: '%' },
  });
});

describe('a tripwire as a later version may have stored it', () => {
  const SHARE = { part: 5, whole: 40, limit: 0.1 };
  const TRIPS: readonly Trip[] = [
    { code: 'newMarks', values: { count: 501, limit: 500 } },
    { code: 'shrunkBy', values: { before: 80, now: 0, limit: 0.5 } },
    { code: 'markedShare', values: SHARE },
    { code: 'unmarkedShare', values: SHARE },
    { code: 'dueShare', values: SHARE },
  ];

  test.each(TRIPS)('is one with every value: %j', ({ code, values }) => {
    expect(isTrip({ code, values })).toBe(true);
    for (const name of Object.keys(values)) {
      const { [name]: _missing, ...rest } = values as unknown as Record<string, number>;
      expect(isTrip({ code, values: rest })).toBe(false);
      expect(isTrip({ code, values: { ...values, [name]: '5' } })).toBe(false);
      expect(isTrip({ code, values: { ...values, [name]: Number.NaN } })).toBe(false);
    }
  });

  test.each([
    undefined,
    null,
    'newMarks',
    { values: SHARE },
    { code: 'dueShare' },
    { code: 'dueShare', values: null },
    { code: 'later', values: SHARE },
    { code: 'toString', values: SHARE },
    { code: ['dueShare'], values: SHARE },
  ])('is none: %j', (stored) => {
    expect(isTrip(stored)).toBe(false);
  });
});

test('L31 a shrunken survey needs another approval for another source, count or limit; it is no change of a mark', () => {
  const values = { source: 'instances', before: 80, now: 39, limit: 0.5 };
  const { source: _listing, ...ofListing } = values;
  const members = [
    values,
    ofListing,
    { ...values, source: 'groups' },
    { ...values, before: 81 },
    { ...values, now: 38 },
    { ...values, limit: 0.4 },
  ].map((of) => tripMember({ code: 'shrunkBy', values: of }));
  expect(new Set(members).size).toBe(members.length);
  for (const member of members) expect(member).toMatch(/^!/);
});
