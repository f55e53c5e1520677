import { describe, expect, test } from '@jest/globals';
import { unpassedMs } from '../../../src/core/common/clockJumps.ts';

const DAY = 24 * 3_600_000;
const T = Date.UTC(2026, 5, 1);

describe('time that a clock shows and that did not pass', () => {
  test.each([
    ['nobody set the clock', [], T, 0],
    ['set ahead after the instant', [{ from: T + 1, byMs: 5 * DAY }], T, 5 * DAY],
    ['set ahead at that very instant', [{ from: T, byMs: 5 * DAY }], T, 5 * DAY],
    ['set ahead before the instant', [{ from: T - 5 * DAY, byMs: 5 * DAY }], T, 0],
    ['set ahead twice', [1, 2].map((day) => ({ from: T + day * DAY, byMs: day * DAY })), T, 3 * DAY],
    ['set back', [{ from: T + 1, byMs: -5 * DAY }], T, 0],
    [
      'set ahead, and right again',
      [
        { from: T + 1, byMs: 5 * DAY },
        { from: T + 6 * DAY, byMs: -5 * DAY },
      ],
      T,
      0,
    ],
    [
      'set back before the instant, and right again after it',
      [
        { from: T + 5 * DAY, byMs: -5 * DAY },
        { from: T + 1, byMs: 5 * DAY },
      ],
      T,
      5 * DAY,
    ],
  ])('%s', (_what, jumps, startedAt, expected) => {
    expect(unpassedMs(jumps, startedAt)).toBe(expected);
  });
});
