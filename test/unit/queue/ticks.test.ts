import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { lookAtSlot } from '../../../src/core/work/slot.ts';
import { Ticks } from '../../../src/queue/ticks.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 0, 6, 18, 0);

describe('a schedule that ticks once a day', () => {
  let now: number;
  let ticked: number[];
  let ticks: Ticks;

  beforeEach(() => {
    now = NOW;
    ticked = [];
    const nextAt = () => (Math.floor(now / DAY) + 1) * DAY;
    ticks = new Ticks({ now: () => now, nextAt, tick: (slotAt) => ticked.push(slotAt) });
  });
  afterEach(() => ticks.stop());

  const lookAt = (at: number) => {
    now = at;
    ticks.look();
  };
  const midnight = NOW + 6 * HOUR;

  test.each([
    ['in time', 0],
    ['two seconds late, because the process was busy', 2_000],
    ['hours late, because the machine slept or its clock was set forward', 5 * HOUR],
  ])('L15 the tick runs %s', (_when, lateMs) => {
    lookAt(midnight - MINUTE);
    lookAt(midnight + lateMs);
    lookAt(midnight + lateMs + MINUTE);
    expect(ticked).toEqual([midnight]);
  });

  test('L15 several slots that passed while the machine slept are caught up by one tick', () => {
    lookAt(midnight + 3 * DAY + HOUR);
    lookAt(midnight + 4 * DAY);
    expect(ticked).toEqual([midnight, midnight + 4 * DAY]);
  });

  test('L15 the clock is set back → the next tick is the next one by the clock as it is then', () => {
    lookAt(NOW - 3 * DAY);
    lookAt(midnight - 3 * DAY);
    expect(ticked).toEqual([midnight - 3 * DAY]);
  });
});

test('L15 the schedule is looked at once a minute, so that a clock that is set is noticed', () => {
  expect(lookAtSlot(NOW + DAY, { now: NOW, nextAt: NOW + DAY })).toEqual({ awaitedAt: NOW + DAY, waitMs: MINUTE });
});
