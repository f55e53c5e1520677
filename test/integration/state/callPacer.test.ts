import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CallBucket, CallPacer } from '../../../src/core/ports/ports.ts';
import { NO_SEAL } from '../../../src/core/resource/seal.ts';
import { RedisCallPacer } from '../../../src/state/redis/callPacer.ts';
import { LocalCallPacer } from '../../../src/state/redis/localCallPacer.ts';
import { loadScript, ScriptRunner } from '../../../src/state/redis/script.ts';
import { type BucketState, halve, type PacerSettings, takeToken } from '../../../src/state/redis/tokenBucket.ts';
import { stateForAll } from './support.ts';

const state = stateForAll();
beforeEach(() => state.redis.flush());

const deps = () => ({
  connection: state.connection,
  scripts: new ScriptRunner(state.connection),
  log: state.log,
  seal: NO_SEAL,
  recorded: () => undefined,
});
/** At a share of 25 %: two at once, then one every 50 ms. */
const BUCKET: CallBucket = { account: 'Te:st', location: 'r', api: 'ec2:X', capacity: 8, refillPerSecond: 80 };
const EVERY_MS = 50;
/** The system may set the clock that Redis reads while a test measures with another; less than any mistake here. */
const CLOCKS_DIFFER_MS = 2 * EVERY_MS;
const NEVER = new AbortController().signal;

async function elapsedMs(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

const takeMany = (pacer: CallPacer, count: number, bucket = BUCKET) =>
  Promise.all(Array.from({ length: count }, () => pacer.take(bucket, NEVER)));

type Make = (settings?: Partial<PacerSettings>) => CallPacer;
const PACERS: readonly [string, Make][] = [
  ['RedisCallPacer', (settings) => new RedisCallPacer(deps(), settings)],
  ['LocalCallPacer', (settings) => new LocalCallPacer(settings)],
];

describe.each(PACERS)('%s', (_, make) => {
  test('lets a quarter of the bucket pass at once and the rest at a quarter of the rate', async () => {
    const pacer = make();

    // Six waits. At the whole rate there would be none.
    expect(await elapsedMs(takeMany(pacer, 8))).toBeGreaterThanOrEqual(6 * EVERY_MS - CLOCKS_DIFFER_MS);
  });

  test('lets one pass although the share of the bucket is less than one call', async () => {
    const tiny = { ...BUCKET, capacity: 1, refillPerSecond: 0.001 };

    await make().take(tiny, NEVER);
  });

  test('keeps the buckets of other APIs, places and accounts apart', async () => {
    const pacer = make();
    const slow = { ...BUCKET, capacity: 1, refillPerSecond: 0.001 };
    const others = [{ api: 'ec2:Y' }, { location: 's' }, { account: 'Te' }, { account: 'te:st' }];

    await Promise.all([{}, ...others].map((other) => pacer.take({ ...slow, ...other }, NEVER)));
  });

  test('a throttled call halves the rate and empties the bucket', async () => {
    const pacer = make();
    await pacer.throttled(BUCKET);

    expect(await elapsedMs(takeMany(pacer, 3))).toBeGreaterThanOrEqual(3 * 2 * EVERY_MS - CLOCKS_DIFFER_MS);
  });

  test('halves once for calls that were throttled together', async () => {
    const pacer = make();
    await Promise.all(Array.from({ length: 5 }, () => pacer.throttled(BUCKET)));

    const tookMs = await elapsedMs(pacer.take(BUCKET, NEVER));

    // Halved five times it would be 16 times the interval.
    expect(tookMs).toBeLessThan(14 * EVERY_MS);
  });

  test('rejects at once, with the reason, when the signal is aborted before or during the wait', async () => {
    const pacer = make();
    const slow = { ...BUCKET, capacity: 1, refillPerSecond: 0.001 };
    await pacer.take(slow, NEVER);
    const reason = new Error('stop');
    const stop = new AbortController();

    const waiting = pacer.take(slow, stop.signal);
    stop.abort(reason);

    await expect(waiting).rejects.toBe(reason);
    await expect(pacer.take(slow, stop.signal)).rejects.toBe(reason);
  });

  test('a cancelled wait returns its token', async () => {
    const pacer = make();
    await takeMany(pacer, 2);
    const stop = new AbortController();
    const waiting = Array.from({ length: 100 }, () => pacer.take(BUCKET, stop.signal).catch(() => 'stopped'));
    stop.abort();
    await Promise.all(waiting);

    expect(await elapsedMs(pacer.take(BUCKET, NEVER))).toBeLessThan(50 * EVERY_MS);
  });

  test.each([0, -1, 1.5, Number.NaN])('refuses a share of %p', (share) => {
    expect(() => make({ share })).toThrow(RangeError);
  });
});

test('the buckets in Redis are shared by all instances', async () => {
  const [one, two] = [new RedisCallPacer(deps()), new RedisCallPacer(deps())];

  const tookMs = await elapsedMs(Promise.all([takeMany(one, 4), takeMany(two, 4)]));

  // With a bucket for each, there would be two waits.
  expect(tookMs).toBeGreaterThanOrEqual(6 * EVERY_MS - CLOCKS_DIFFER_MS);
});

test('the scripts and the local pacer compute the same waits for any calls and throttles', async () => {
  const take = loadScript('takeCall', ['bucket']);
  const throttle = loadScript('throttleCall', ['bucket']);
  const runner = new ScriptRunner(state.connection);
  const step = fc.record({
    throttled: fc.boolean(),
    later: fc.oneof(fc.nat(300), fc.nat(200_000)),
  });
  const buckets = fc.record({ capacity: fc.constantFrom(1, 8, 100), refillPerSecond: fc.constantFrom(0.5, 5, 20) });

  await fc.assert(
    fc.asyncProperty(buckets, fc.array(step, { minLength: 1, maxLength: 25 }), async (size, steps) => {
      await state.redis.flush();
      const bucket: CallBucket = { ...BUCKET, ...size };
      const settings: PacerSettings = { share: 0.25, recoveryMs: 60_000 };
      let local: BucketState | undefined;
      let now = 1_000_000;
      for (const { throttled, later } of steps) {
        now += later;
        const args = [size.capacity, size.refillPerSecond, settings.share, settings.recoveryMs, now];
        const call = { operation: 'a test', keys: { bucket: 'b' }, args };
        if (throttled) {
          await runner.read(throttle, call);
          local = halve(bucket, settings, local, now);
        } else {
          const taken = takeToken(bucket, settings, local, now);
          local = taken.state;
          expect(await runner.read(take, call)).toBe(taken.waitMs);
        }
      }
    }),
    { numRuns: 40 },
  );
});
