import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { AbandonableLease } from '../../../src/queue/lock.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { silent } from '../../support/fleet.ts';
import { namespace } from '../../support/queue.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

/** Long enough for a busy machine, which renews late. */
const TTL_MS = 3_000;
const images = namespace('aws:test:us-east-1:image');
const groups = namespace('aws:test:us-east-1:autoscalinggroup');
const KEY = `holystone:{${images}}:lock`;

describe('the lock of a namespace', () => {
  let server: TestRedis;
  let connection: RedisConnection;
  let redis: Redis;
  let lock: RedisNamespaceLock;
  const leases: AbandonableLease[] = [];

  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  beforeEach(async () => {
    connection = new RedisConnection({ url: server.url, log: silent, commandTimeoutMs: 1_000 });
    await connection.whenReady();
    redis = connection.client;
    await server.flush();
    lock = new RedisNamespaceLock(connection, { ttlMs: TTL_MS });
  });
  afterEach(async () => {
    await Promise.all(leases.splice(0).map((lease) => lease.release()));
    await connection.close();
  });

  async function acquire(of = images): Promise<AbandonableLease> {
    const lease = await lock.acquire(of);
    if (!lease) throw new Error('the lock is held by somebody else');
    leases.push(lease);
    return lease;
  }

  /** Its time in Redis only grows when it is renewed. */
  async function renewed(): Promise<void> {
    let last = await redis.pttl(KEY);
    await until('the lock is renewed', async () => {
      const left = await redis.pttl(KEY);
      const grew = left > last;
      last = left;
      return grew;
    });
  }

  test('L17 only one holder has the lock at a time', async () => {
    await acquire();
    expect(await lock.acquire(images)).toBeUndefined();
  });

  test('L17 one instance holds the locks of different namespaces at the same time', async () => {
    const both = [await acquire(images), await acquire(groups)];
    expect(both.map((lease) => lease.remainingMs() > 0)).toEqual([true, true]);
  });

  test('its value in Redis is the token that fences writes', async () => {
    const lease = await acquire();
    expect(await redis.get(KEY)).toBe(lease.token);
  });

  test('its holder renews the lock long past its time to live', async () => {
    const lease = await acquire();
    for (let renewals = 0; renewals < 4; renewals++) await renewed();
    expect({ lost: lease.signal.aborted, value: await redis.get(KEY) }).toEqual({ lost: false, value: lease.token });
  });

  test('a released lock is free at once', async () => {
    const lease = await acquire();
    await lease.release();
    expect({ free: await redis.exists(KEY), remaining: lease.remainingMs() }).toEqual({ free: 0, remaining: 0 });
  });

  test("releasing does not free another's lock", async () => {
    const lease = await acquire();
    await redis.set(KEY, 'another');
    await lease.release();
    expect(await redis.get(KEY)).toBe('another');
  });

  test('the holder of a lock that another took learns it at the next renewal', async () => {
    const lease = await acquire();
    await redis.set(KEY, 'another');
    await until('the lease is lost', () => lease.signal.aborted);
    expect(lease.remainingMs()).toBe(0);
  });

  test('L25 it is over in time when Redis stops answering, and not a moment later', async () => {
    const lease = await acquire();
    server.pause();
    try {
      await until('the lease is lost', () => lease.signal.aborted);
      expect(lease.remainingMs()).toBe(0);
    } finally {
      server.resume();
    }
  });

  test('L25 its time counts from before the request, less the difference that two clocks may have', async () => {
    let now = 1_000;
    const slow = new RedisNamespaceLock(connection, { ttlMs: 60_000, clock: { monotonicMs: () => now } });
    const acquiring = slow.acquire(images);
    now += 5_000;
    const lease = await acquiring;
    const left: (number | undefined)[] = [];
    for (const later of [0, 54_397, 1, 1_000]) {
      now += later;
      left.push(lease?.remainingMs());
    }
    await lease?.release();
    expect(left).toEqual([54_398, 1, 0, 0]);
  });

  /** As if somebody had set the clock of Redis's machine since the last look. */
  async function setRedisClock(byMs: number): Promise<void> {
    const [seconds = 0] = await redis.time();
    const { clock } = connection;
    clock.heard(connection.serverOf(KEY), Number(seconds) * 1_000 - byMs, clock.now());
  }

  test('L17 the clock of Redis is set ahead, which frees a lock → nobody gets it while its last holder may count on it', async () => {
    await setRedisClock(40_000);
    const refused = await lock.acquire(images);
    const free = await redis.exists(KEY);
    expect({ refused, free }).toEqual({ refused: undefined, free: 0 });
    await until('the time of that holder is over', async () => {
      const lease = await lock.acquire(images);
      if (lease) leases.push(lease);
      return lease !== undefined;
    });
  });

  test('L17 the clock of Redis is set ahead → the holder of a lock gives it up at its next look', async () => {
    const lease = await acquire();
    await setRedisClock(40_000);
    await until('the lease is lost', () => lease.signal.aborted);
    expect(lease.remainingMs()).toBe(0);
  });

  test('L25 an outage shorter than its time is survived', async () => {
    const lease = await acquire();
    await server.restart();
    await connection.whenReady();
    await renewed();
    expect(lease.signal.aborted).toBe(false);
  });

  test('an outage is an error, not contention', async () => {
    server.pause();
    try {
      await expect(lock.acquire(images)).rejects.toThrow(StoreError);
    } finally {
      server.resume();
    }
  });

  test('abandoned, it is lost for its holder and still closed to others until it runs out', async () => {
    const lease = await acquire();
    lease.abandon();
    const before = await lock.acquire(images);
    await until('it has run out', async () => (await redis.exists(KEY)) === 0);
    expect({ lost: lease.signal.aborted, before, after: (await acquire()).token !== lease.token }).toEqual({
      lost: true,
      before: undefined,
      after: true,
    });
  });
});
