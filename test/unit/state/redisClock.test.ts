import { beforeEach, expect, test } from '@jest/globals';
import { RedisClock } from '../../../src/state/redis/redisClock.ts';

const LOCK_MS = 30_000;
let now: number;
let redisMs: number;
let clock: RedisClock;

beforeEach(() => {
  now = 10_000;
  redisMs = 1_800_000_000_000;
  clock = new RedisClock({ monotonicMs: () => now });
  hear();
});

function hear(server = 'one', { tookMs = 1 } = {}): boolean {
  const askedAt = now;
  now += tookMs;
  redisMs += tookMs;
  clock.heard(server, redisMs, askedAt);
  return clock.hasStepped(LOCK_MS);
}

function pass(ms: number, redis = ms): void {
  now += ms;
  redisMs += redis;
}

test.each<[string, number, number]>([
  ['is set ahead by 40 s', 300, 40_300],
  ['is set back', 300, -40_000],
  ['is set ahead after an hour without a look', 3_600_000, 3_640_000],
  ['runs while this machine sleeps and counts nothing', 0, 36_000],
])('the clock of Redis %s → it has stepped', (_what, ours, redis) => {
  pass(ours, redis);
  expect(hear()).toBe(true);
});

test.each<[string, number, number]>([
  ['goes as ours does', 10_000, 10_000],
  ['is corrected by half a second', 10_000, 10_500],
  ['drifts for a day', 86_400_000, 86_400_000 - 4_000],
])('the clock of Redis %s → it has not stepped', (_what, ours, redis) => {
  pass(ours, redis);
  expect(hear()).toBe(false);
});

test('a slow answer leaves open when Redis read its clock → no step', () => {
  pass(1_000);
  const askedAt = now;
  pass(9_000);
  clock.heard('one', redisMs, askedAt);
  clock.heard('one', redisMs - 9_000, askedAt);
  expect(clock.hasStepped(LOCK_MS)).toBe(false);
});

test('small steps add up to one', () => {
  const seen = Array.from({ length: 20 }, () => {
    pass(1_000, 1_400);
    return hear();
  });
  expect(seen).toContain(true);
});

test('a step is over after the longest time that a lock may count on the time before', () => {
  pass(0, 40_000);
  hear();
  pass(LOCK_MS - 2_000);
  const before = hear();
  pass(2_000);
  expect([before, hear()]).toEqual([true, false]);
});

test('the nodes of a cluster have clocks of their own', () => {
  redisMs += 40_000;
  expect(hear('another')).toBe(false);
});
