import { expect, test } from '@jest/globals';
import { businessTimeOf, isFromFuture } from '../../../src/core/common/clock.ts';

const at = (now: number, monotonicMs: number) => ({
  clock: { now: () => now },
  monotonic: { monotonicMs: () => monotonicMs },
});

test.each([
  ['an instant of the monotonic clock is so long ago', 1_000, at(1_800_000_000_000, 61_000), 1_799_999_940_000],
  ['its fraction makes it earlier, never later', 1_000.75, at(1_800_000_000_000, 61_000.25), 1_799_999_940_000],
  ['and never leaves a fraction', 1_000.25, at(1_800_000_000_000, 61_000.75), 1_799_999_939_999],
])('%s', (_what, monotonicAt, clocks, expected) => {
  expect(businessTimeOf(monotonicAt, clocks)).toBe(expected);
});

test('evidence that was never read has no time', () => {
  expect(businessTimeOf(Number.POSITIVE_INFINITY, at(1_800_000_000_000, 61_000))).toBe(Number.POSITIVE_INFINITY);
});

test('Law 14 an instant is of a wrong clock where it is further in the future than two clocks differ', () => {
  const MINUTE = 60_000;
  expect([-1, 0, 5 * MINUTE, 5 * MINUTE + 1].map((ms) => isFromFuture(1_000_000 + ms, 1_000_000))).toEqual([
    false,
    false,
    false,
    true,
  ]);
});
