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

  describe('L71 nobody watched for ten days', () => {
    const MINUTE = HOUR / 60;
    const heard = (heardAt: number, aheadMs = 0) => ({ by: 'AWS', at: heardAt - aheadMs, heardAt });
    const before = { ...hoursAgo(240), heard: heard(NOW - 240 * HOUR) };
    const started = { ...usual, since: NOW - MINUTE, hasForgottenNothing: true, heard: heard(NOW) };

    test.each([
      ['a provider said the time in both passes: no gap', before, started, 0],
      [
        'a new process knows only that the server forgot nothing: no gap',
        before,
        { ...started, isSameStore: false },
        0,
      ],
      ['clocks differ by five minutes: no gap', before, { ...started, heard: heard(NOW, 5 * MINUTE) }, 0],
      ['the clock is further ahead', before, { ...started, heard: heard(NOW, 5 * MINUTE + 1) }, 1],
      ['the clock is further behind', before, { ...started, heard: heard(NOW, -5 * MINUTE - 1) }, 1],
      ['the clock is ten days ahead', before, { ...started, heard: heard(NOW, 10 * DAY) }, 1],
      ['it was as far behind then', { ...before, heard: heard(NOW - 240 * HOUR, -6 * MINUTE) }, started, 1],
      [
        'both are right by four minutes, and differ by eight',
        { ...before, heard: heard(NOW - 240 * HOUR, -4 * MINUTE) },
        { ...started, heard: heard(NOW, 4 * MINUTE) },
        1,
      ],
      ['the same wrong clock in both', { ...before, heard: heard(0, DAY) }, { ...started, heard: heard(NOW, DAY) }, 1],
      ['no provider answered then', hoursAgo(240), started, 1],
      ['no provider answered now', before, { ...started, heard: undefined }, 1],
      ['the store may have forgotten something', before, { ...started, hasForgottenNothing: false }, 1],
    ])('%s', (_what, then, witness, gaps) => {
      const after = watchedUpTo(then, witness);
      expect([after.gaps.length, after.until, after.heard]).toEqual([gaps, NOW, witness.heard]);
    });

    test('a gap of before stays one: somebody may have set a clock in it', () => {
      const gap = { from: NOW - 300 * HOUR, to: NOW - 250 * HOUR };
      expect(watchedUpTo({ ...before, gaps: [gap] }, started).gaps).toEqual([gap]);
    });
  });

  test('a jump ahead that was taken back hides no time that comes', () => {
    const jumped = watchedUpTo(hoursAgo(1), { ...usual, since: NOW + 365 * DAY, now: NOW + 365 * DAY });
    expect(jumped.gaps).toHaveLength(1);
    const gaps = watchedUpTo(jumped, usual).gaps;
    expect(gaps).toEqual([{ from: NOW - HOUR, to: NOW }]);
  });
});

test('L57 with more than fifty spans the two oldest become one, so that no unseen time is forgotten', () => {
  const HOUR_MS = 3_600_000;
  const span = (n: number) => ({ from: n * 10 * HOUR_MS, to: (n * 10 + 1) * HOUR_MS });
  const gapsAfter = (count: number) => {
    const gaps = Array.from({ length: count }, (_, n) => span(n));
    const until = count * 10 * HOUR_MS;
    const now = until + 9 * HOUR_MS;
    return watchedUpTo({ until, gaps }, { since: now, isSameStore: true, now, everyMs: HOUR_MS }).gaps;
  };
  expect(gapsAfter(49)).toHaveLength(50);
  expect(gapsAfter(49)[0]).toEqual(span(0));
  const merged = gapsAfter(50);
  expect(merged).toHaveLength(50);
  expect(merged.slice(0, 2)).toEqual([{ from: span(0).from, to: span(1).to }, span(2)]);
  expect(merged.at(-1)).toEqual({ from: 500 * HOUR_MS, to: 509 * HOUR_MS });
});

test('Law 14 spans that a wrong clock wrote into the future never happened', () => {
  const gaps = [
    { from: 1, to: 2 },
    { from: 5, to: 20 },
    { from: 10, to: 30 },
    { from: 11, to: 30 },
  ];
  const watched = watchedUpTo({ until: 10, gaps }, { since: 10, isSameStore: true, now: 10, everyMs: 1 });
  expect(watched.gaps).toEqual([
    { from: 1, to: 2 },
    { from: 5, to: 10 },
  ]);
});
