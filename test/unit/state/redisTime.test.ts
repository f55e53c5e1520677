import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RedisTime } from '../../../src/state/redis/evidenceLeases.ts';

const MINUTE = 60_000;
const KEPT = 35 * MINUTE;
/** It counts in steps of 10 ms, and a question takes its time. */
const NEAR = 20;

describe('an instant of Redis as one of ours', () => {
  test('an instant stays as long as no clock moves', () => {
    const time = new RedisTime(KEPT);
    const ahead = time.heard(1_000_000, 500);
    expect(999_000 - ahead).toBeLessThan(-499);
    expect(999_000 - ahead).toBeGreaterThan(-500 - NEAR);
  });

  test('a clock that is set back does not make it younger', () => {
    const time = new RedisTime(KEPT);
    const since = 1_000_000;
    time.heard(since, 0);
    const ahead = time.heard(since + 5 * MINUTE, 25 * MINUTE);
    expect(since - ahead).toBeLessThanOrEqual(0);
  });

  test('a clock that was ahead for a moment is forgotten when nothing from then can be there any more', () => {
    const time = new RedisTime(KEPT);
    time.heard(60 * MINUTE, 0);
    time.heard(10_000, 10_000);
    const soon = time.heard(90 * MINUTE, 90 * MINUTE);
    const later = time.heard(96 * MINUTE, 96 * MINUTE);
    expect(soon).toBeGreaterThanOrEqual(60 * MINUTE);
    expect(later).toBeLessThanOrEqual(NEAR);
  });

  test('Law 1 for any clock, no kept entry looks younger than it is', () => {
    const step = fc.record({ after: fc.integer({ min: 0, max: 20 }), jump: fc.integer({ min: -50, max: 50 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 40 }), (steps) => {
        const time = new RedisTime(KEPT);
        let now = 0;
        let offset = 0;
        let entries: { since: number; at: number }[] = [];
        for (const { after, jump } of steps) {
          now += after * MINUTE;
          // It jumps before it is asked, and the keys there expire by the clock as it is.
          entries = entries.filter(({ since }) => now + offset < since + KEPT);
          offset += jump * MINUTE;
          entries = entries.filter(({ since }) => now + offset < since + KEPT);
          const ahead = time.heard(now + offset, now);
          for (const { since, at } of entries) expect(since - ahead).toBeLessThanOrEqual(at);
          entries.push({ since: now + offset, at: now });
        }
      }),
      { numRuns: 500 },
    );
  });
});
