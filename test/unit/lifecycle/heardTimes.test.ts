import { expect, test } from '@jest/globals';
import { HeardTimes } from '../../../src/lifecycle/index.ts';
import { ManualClock } from '../../support/queue.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const DAY = 24 * 3_600_000;

test('the answer that differs most from the clock counts: one provider that contradicts it is enough', () => {
  const times = new HeardTimes(new ManualClock(NOW));
  times.heard('AWS', NOW - 1_000);
  times.heard('Elsewhere', NOW - DAY);
  times.heard('Third', NOW + 2_000);
  expect(times.since(NOW)).toEqual({ by: 'Elsewhere', at: NOW - DAY, heardAt: NOW });
});

test('answers of before say nothing: the clock may have been set since', () => {
  const times = new HeardTimes(new ManualClock(NOW));
  times.heard('AWS', NOW);
  expect([times.since(NOW + 1), times.since(NOW)?.by]).toEqual([undefined, 'AWS']);
});
