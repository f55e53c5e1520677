import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/core/common/steps.ts';
import type { Confirmation } from '../../../src/core/policy/pass.ts';
import {
  confirm,
  confirmDue,
  dueTrips,
  isConfirmed,
  markTrips,
  blockedSet as settingBlocked,
  shrunkTrips,
} from '../../../src/core/policy/tripwires.ts';
import type { TripwireSettings } from '../../../src/core/policy/workConfiguration.ts';

const settings: TripwireSettings = {
  newMarks: 500,
  markedShare: 0.25,
  unmarkedShare: 0.25,
  dueShare: 0.1,
  shrunkBy: 0.5,
  sharesFrom: 40,
};
const blockedSet = (members: readonly string[]) => atOnce(settingBlocked(members));
const quiet = { listed: 100, marked: 0, newMarks: 0, unmarks: 0 };

describe('mark tripwires', () => {
  test('L32 of three resources two are candidates → no tripwire: shares count only from sharesFrom up', () => {
    expect(markTrips({ listed: 3, marked: 0, newMarks: 2, unmarks: 0 }, settings)).toEqual([]);
  });

  test('L32 a share above its tripwire says which and by how much', () => {
    expect(markTrips({ ...quiet, newMarks: 26 }, settings)).toEqual([
      'markedShare: 26 of 100 (26%) would be newly marked, more than 25%',
    ]);
    expect(markTrips({ ...quiet, newMarks: 25 }, settings)).toEqual([]);
  });

  test('L32 more new marks than newMarks trips at any share', () => {
    expect(markTrips({ ...quiet, listed: 100_000, newMarks: 501 }, settings)).toEqual([
      'newMarks: 501 new marks, more than 500',
    ]);
    expect(markTrips({ ...quiet, listed: 100_000, newMarks: 500 }, settings)).toEqual([]);
  });

  test('a mass unmark trips by its share of the marks', () => {
    expect(markTrips({ ...quiet, marked: 40, unmarks: 11 }, settings)[0]).toMatch(/^unmarkedShare: 11 of 40 \(27.5%\)/);
    expect(markTrips({ ...quiet, marked: 39, unmarks: 39 }, settings)).toEqual([]);
  });
});

describe('shrunk', () => {
  const before = { listed: 100, findings: { 'instances@test/us-east-1': 80 } };

  test('L31 a listing or evidence smaller by more than half against the last complete survey trips', () => {
    expect(shrunkTrips({ ...before, listed: 49 }, before, settings)).toEqual([
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

  test('the first survey and a source that was not asked do not trip', () => {
    expect(shrunkTrips(before, undefined, settings)).toEqual([]);
    expect(shrunkTrips({ listed: 100, findings: {} }, before, settings)).toEqual([]);
  });
});

test('L57 more newly due than dueShare trips, and never below sharesFrom', () => {
  expect(dueTrips(101, 1000, settings)).toHaveLength(1);
  expect(dueTrips(100, 1000, settings)).toEqual([]);
  expect(dueTrips(30, 39, settings)).toEqual([]);
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

  test('L31 another set in between resets the confirmation', () => {
    const other = confirm(blockedSet(['+ami-2 b']), seenAt(0, 24), 30 * HOUR);
    expect(confirm(set, other, 48 * HOUR)).toMatchObject({ surveys: 1, firstSeenAt: 48 * HOUR });
  });
});
