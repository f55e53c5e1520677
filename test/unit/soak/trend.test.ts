import { expect, test } from '@jest/globals';
import { randomOf } from '../../simulation/kernel/random.ts';
import { type Sample, sparkline, trendOf } from '../../soak/trend.ts';

const COUNT = 120;
const samples = (valueAt: (n: number) => number): readonly Sample[] =>
  Array.from({ length: COUNT }, (_, at) => ({ at, value: valueAt(at) }));
const random = randomOf(1);
const noise = samples(() => 100 + 40 * random());

test.each<[string, readonly Sample[], boolean]>([
  ['a constant', samples(() => 5), false],
  ['nothing', samples(() => 0), false],
  ['noise', noise, false],
  ['a saw, as of a heap that is swept', samples((n) => 100 + (n % 10) * 10), false],
  ['what fills up at the beginning', samples((n) => Math.min(100, 10 + 5 * n)), false],
  ['what falls', samples((n) => 300 - n), false],
  ['a twentieth more', samples((n) => 100 + n / 20), false],
  ['a line', samples((n) => 100 + n), true],
  ['a line under noise', samples((n) => 100 + 2 * n + (40 * (noise[n]?.value ?? 0)) / 100), true],
  ['a saw that climbs', samples((n) => 100 + n + (n % 10) * 2), true],
])('%s', (_what, series, grows) => {
  expect(trendOf(series).grows).toBe(grows);
});

test('what grows only before the judged time is flat', () => {
  const series = samples((n) => Math.min(n, 100));
  expect(trendOf(series).grows).toBe(true);
  expect(trendOf(series, 100).grows).toBe(false);
});

test('without samples nothing grows', () => {
  expect(trendOf([])).toEqual({ first: 0, last: 0, growth: 0, grows: false });
});

test('a chart goes from the lowest to the highest bar, and is no longer than it may be', () => {
  expect(
    sparkline(
      samples((n) => n),
      8,
    ),
  ).toBe('▁▂▃▄▅▆▇█');
  expect(
    sparkline(
      samples(() => 3),
      4,
    ),
  ).toBe('▁▁▁▁');
  expect(
    sparkline(
      samples((n) => n),
      7,
    ),
  ).toHaveLength(7);
});
