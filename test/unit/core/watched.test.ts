import { describe, expect, test } from '@jest/globals';
import { watchedUpTo } from '../../../src/core/resource/watched.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = 1_000 * DAY;
const usual = { since: NOW - 100 * DAY, isSameStore: true, now: NOW, everyMs: 6 * HOUR };
const hoursAgo = (hours: number) => ({ until: NOW - hours * HOUR, gaps: [] });

describe('L57 time that nobody saw go by', () => {
  test.each([
    ['a process that lives since then saw it', hoursAgo(240), usual, []],
    ['a pause of twice the cadence is none', hoursAgo(12), { ...usual, since: NOW }, []],
    ['a process that started since did not', hoursAgo(240), { ...usual, since: NOW - HOUR }, [[-240, -1]]],
    ['a restored store speaks of an older time', hoursAgo(240), { ...usual, isSameStore: false }, [[-240, 0]]],
    ['nothing on record: nothing was announced', undefined, { ...usual, since: NOW }, []],
    ['a record from the future is treated as absent', hoursAgo(-8760), { ...usual, since: NOW }, []],
  ])('%s', (_what, before, witness, gaps) => {
    expect(watchedUpTo(before, witness)).toEqual({
      until: NOW,
      gaps: gaps.map(([from = 0, to = 0]) => ({ from: NOW + from * HOUR, to: NOW + to * HOUR })),
    });
  });

  test('a jump ahead that was taken back hides no time that comes', () => {
    const jumped = watchedUpTo(hoursAgo(1), { ...usual, since: NOW + 365 * DAY, now: NOW + 365 * DAY });
    expect(jumped.gaps).toHaveLength(1);
    const gaps = watchedUpTo(jumped, usual).gaps;
    expect(gaps).toEqual([{ from: NOW - HOUR, to: NOW }]);
  });
});
