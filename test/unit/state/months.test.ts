import { expect, test } from '@jest/globals';
import { monthsOf } from '../../../src/state/redis/months.ts';

const NOW = Date.parse('2026-02-10T00:00:00Z');

test('a month without a change has the marks that waited in the month before it, also over the end of a year', () => {
  const fields = { 'saved|2025-11|USD': '1500000', 'waiting|2025-11|USD': '2000000', 'waiting|2026-02|USD': '0' };
  expect(monthsOf(fields, NOW).map(({ month, saved, waiting }) => [month, saved, waiting])).toEqual([
    ['2025-11', 1.5, 2],
    ['2025-12', 0, 2],
    ['2026-01', 0, 2],
    ['2026-02', 0, 0],
  ]);
});

test('each currency has its own months, and a fleet without a change for years has the last 24', () => {
  const months = monthsOf({ 'waiting|2020-01|USD': '1', 'saved|2026-02|CNY': '7000000' }, NOW);
  const of = (currency: string) => months.filter((one) => one.currency === currency);
  expect([of('USD').length, of('USD')[0]?.month]).toEqual([24, '2024-03']);
  expect(of('CNY').at(-1)).toEqual({ month: '2026-02', currency: 'CNY', saved: 7, waiting: 0 });
});

test('without any change there are no months', () => {
  expect(monthsOf({}, NOW)).toEqual([]);
});
