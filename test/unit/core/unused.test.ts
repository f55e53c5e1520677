import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Span, unobservedMs, unobservedSpans, WATCHED_MS } from '../../../src/core/resource/unused.ts';

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;

/** Hour by hour, as no person would write it. */
function countedHours(since: number, now: number, unobserved: readonly Span[]): number {
  let hours = 0;
  for (let at = since; at < now; at += HOUR) if (unobserved.some(({ from, to }) => from <= at && at < to)) hours++;
  return hours;
}

const hour = fc.integer({ min: 0, max: 60 }).map((hours) => hours * HOUR);
const spans = fc.array(
  fc.tuple(hour, hour).map(([from, length]) => ({ from, to: from + length })),
  { maxLength: 8 },
);

describe('the time in which nobody looked', () => {
  test('Law 1 is counted once, between the use and now, however spans overlap', () => {
    fc.assert(
      fc.property(hour, hour, spans, (since, length, unobserved) => {
        const now = since + length;
        expect(unobservedMs(since, now, unobserved)).toBe(countedHours(since, now, unobserved) * HOUR);
      }),
    );
  });

  test('Law 1 another span never makes it shorter, and it is never more than the time that went by', () => {
    fc.assert(
      fc.property(hour, hour, spans, spans, (since, length, unobserved, more) => {
        const now = since + length;
        const fewer = unobservedMs(since, now, unobserved);
        const all = unobservedMs(since, now, [...more, ...unobserved]);
        expect(all).toBeGreaterThanOrEqual(fewer);
        expect(all).toBeLessThanOrEqual(length);
      }),
    );
  });

  test('a use in the future is no time at all', () => {
    expect(unobservedMs(NOW + HOUR, NOW, [{ from: 0, to: NOW + 2 * HOUR }])).toBe(0);
  });
});

describe('time without surveys', () => {
  test('six hours after a complete survey count as watched, and not a moment more', () => {
    const surveys = { lastAt: NOW - WATCHED_MS, unobserved: [] };
    expect(unobservedSpans(surveys, NOW)).toEqual([]);
    expect(unobservedSpans(surveys, NOW + 1)).toEqual([{ from: NOW, to: NOW + 1 }]);
  });

  test('Law 1 without any complete survey no time counts as unused', () => {
    expect(unobservedMs(NOW - 500 * HOUR, NOW, unobservedSpans({ unobserved: [] }, NOW))).toBe(500 * HOUR);
  });

  test('Law 1 a last survey in the future proves nothing, but for clocks that are a little apart', () => {
    const at = (lastAt: number) =>
      unobservedMs(NOW - 500 * HOUR, NOW, unobservedSpans({ lastAt, unobserved: [] }, NOW));
    expect([at(NOW + 5 * HOUR), at(NOW + 6 * HOUR), at(NOW + 6 * HOUR + 1)]).toEqual([0, 0, 500 * HOUR]);
  });

  test('surveys that stopped are as blind as a gap between two', () => {
    const gap = { from: NOW - 100 * HOUR, to: NOW - 90 * HOUR };
    const unobserved = unobservedSpans({ lastAt: NOW - 26 * HOUR, unobserved: [gap] }, NOW);
    expect(unobservedMs(NOW - 200 * HOUR, NOW, unobserved)).toBe(30 * HOUR);
  });
});
