import { describe, expect, test } from '@jest/globals';
import { type BucketState, DEFAULT_PACER, halve, takeToken } from '../../../src/state/redis/tokenBucket.ts';

/** A quarter of it: 25 at once, then 5 per second. */
const BUCKET = { account: 'a', location: 'l', api: 'ec2:X', capacity: 100, refillPerSecond: 20 };
const MINUTE = 60_000;

/** How long the n-th of calls asked for at `now` waits, ms. */
function waitOf(count: number, state: BucketState | undefined, now: number): number {
  let current = state;
  let waitMs = 0;
  for (let i = 0; i < count; i += 1) ({ state: current, waitMs } = takeToken(BUCKET, DEFAULT_PACER, current, now));
  return waitMs;
}

function emptied(now: number): BucketState {
  let { state } = takeToken(BUCKET, DEFAULT_PACER, undefined, now);
  for (let i = 1; i < 25; i += 1) ({ state } = takeToken(BUCKET, DEFAULT_PACER, state, now));
  return state;
}

describe('a full bucket', () => {
  test('lets the share of its capacity pass, the next waits for the share of its rate', () => {
    expect(waitOf(25, undefined, 0)).toBe(0);
    expect(waitOf(26, undefined, 0)).toBe(200);
    expect(waitOf(30, undefined, 0)).toBe(1_000);
  });

  test('is full again after its time, and never more than full', () => {
    expect(waitOf(25, emptied(0), 5_000)).toBe(0);
    expect(waitOf(26, emptied(0), 500_000)).toBe(200);
  });

  test('does not refill when the clock goes back', () => {
    expect(waitOf(1, emptied(10_000), 0)).toBe(200);
  });
});

describe('a throttled bucket', () => {
  test('is empty, at half the rate for a minute, then at the whole', () => {
    const state = halve(BUCKET, DEFAULT_PACER, undefined, 0);

    expect(waitOf(1, state, 0)).toBe(400);
    expect(waitOf(1, { ...state, tokens: 0, at: MINUTE - 1 }, MINUTE - 1)).toBe(400);
    expect(waitOf(1, { ...state, tokens: 0, at: MINUTE }, MINUTE)).toBe(200);
  });

  test('throttled again is halved again, and comes back one doubling a minute', () => {
    const once = halve(BUCKET, DEFAULT_PACER, undefined, 0);
    const twice = halve(BUCKET, DEFAULT_PACER, once, 2_000);

    const at = (now: number) => waitOf(1, { ...twice, tokens: 0, at: now }, now);
    expect([at(2_000), at(2_000 + MINUTE), at(2_000 + 2 * MINUTE)]).toEqual([800, 400, 200]);
  });

  test('is not halved again for calls that were throttled with it', () => {
    const once = halve(BUCKET, DEFAULT_PACER, undefined, 0);

    expect(halve(BUCKET, DEFAULT_PACER, once, 999).factor).toBe(0.5);
  });

  test('never stops altogether', () => {
    let state: BucketState | undefined;
    for (let i = 0; i < 50; i += 1) state = halve(BUCKET, DEFAULT_PACER, state, i * 1_000);

    expect(state?.factor).toBe(1 / 16);
  });
});
