import { describe, expect, test } from '@jest/globals';
import { DAY_MS, formatAge, formatMs, parseDuration } from '../../../src/core/common/duration.ts';

describe('durations', () => {
  test.each([
    ['90s', { ms: 90_000 }],
    ['15m', { ms: 900_000 }],
    ['36h', { ms: 36 * 3_600_000 }],
    ['10d', { ms: 10 * DAY_MS }],
    ['2w', { ms: 14 * DAY_MS }],
    ['10bd', { businessDays: 10 }],
    ['3650d', { ms: 3650 * DAY_MS }],
    [' 10d ', { ms: 10 * DAY_MS }],
  ])('L7 %s is a duration', (text, expected) => {
    expect(parseDuration(text)).toEqual(expected);
  });

  test.each([
    '',
    '0',
    '0d',
    '00d',
    '-1d',
    '+1d',
    '1',
    'd',
    '1.5d',
    '1e3d',
    'NaN',
    'soon',
    '10 d',
    '10D',
    '1y',
    '1d12h',
    '010d',
    '3651d',
    '999999999w',
    '3651bd',
    '9999999999d',
    '1d\n2d',
    '١d',
    'Infinityd',
  ])('L7 %j is none', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  test('the shortest exact spelling', () => {
    expect([10 * DAY_MS, 36 * 3_600_000, 900_000, 90_000, 1500, 0].map(formatMs)).toEqual([
      '10d',
      '36h',
      '15m',
      '90s',
      '1.5s',
      '0s',
    ]);
  });

  test('an age in a sentence', () => {
    const ages = [2 * DAY_MS, 2 * DAY_MS - 1, 2 * 3_600_000 - 1, 119_999, -5];
    expect(formatAge(1_999)).toBe('1 second');
    expect(ages.map(formatAge)).toEqual(['2 days', '47 hours', '119 minutes', '119 seconds', '0 seconds']);
  });
});
