/** Two instances on one real Redis that want the same evidence, and everything that may go wrong with it. */

import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { EvidenceKey } from '../../../src/core/evaluation/evidenceCache.ts';
import { KeyedSeal, NO_SEAL, type Seal } from '../../../src/core/resource/seal.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { type EvidenceCacheOptions, RedisEvidenceCache } from '../../../src/state/redis/evidenceCache.ts';
import { type EvidenceHead, encodeHead, hashOf } from '../../../src/state/redis/evidenceValue.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import { PATIENT_MS, startRedis, type TestRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';
import { LogBook } from './support.ts';

const MINUTE = 60_000;
const KEY: EvidenceKey = {
  source: 'instances',
  provider: 'aws',
  accountId: '123456789012',
  location: 'us-east-1',
  how: '1.0.0 {role} ü',
};
const USED: Finding = { alias: 'ami-1', says: 'used', by: 'instance i-1 „ü" \ud800', byId: 'i-1' };
const NEVER = new AbortController().signal;
const OLD = { id: 'k1', secret: 'one secret of thirty-two letters' };
const NEW = { id: 'k2', secret: 'a new secret that is of 32 chars' };
const SEAL = new KeyedSeal([OLD]);
/** Has a key of the same name, and not its secret. */
const FORGER = new KeyedSeal([{ ...OLD, secret: 'not the secret, but just as long' }]);

/** How far the clocks were moved: Redis's, and per instance the one on the wall and the one that only goes forward. */
interface Clocks {
  redis: number;
  wall: number;
  monotonic: number;
}

/** A read that is ended by the test. */
class HeldRead {
  calls = 0;
  end: (findings: readonly Finding[]) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;
  readonly read = () => {
    this.calls++;
    return new Promise<readonly Finding[]>((resolve, reject) => {
      this.end = resolve;
      this.fail = reject;
    });
  };
}

type Times = Partial<EvidenceCacheOptions> & { readonly commandTimeoutMs?: number; readonly seal?: Seal };

class Instance {
  readonly log = new LogBook();
  readonly connection: RedisConnection;
  readonly cache: RedisEvidenceCache;
  readonly clocks: Clocks;

  constructor(url: string, clocks: Clocks, { commandTimeoutMs = PATIENT_MS, seal = SEAL, ...options }: Times = {}) {
    this.clocks = clocks;
    this.connection = new RedisConnection({ url, log: this.log, commandTimeoutMs });
    const scripts = new ScriptRunner(this.connection, { timeShiftMs: () => clocks.redis });
    this.cache = new RedisEvidenceCache(
      { connection: this.connection, scripts, log: this.log, seal, recorded: () => undefined },
      {
        clock: { now: () => Date.now() + clocks.wall },
        monotonic: { monotonicMs: () => this.now() },
        leaseMs: PATIENT_MS,
        ...options,
      },
    );
  }
  now(): number {
    return performance.now() + this.clocks.monotonic;
  }
  /** Reads at once, unless there is something no older than so many minutes. */
  share(findings: readonly Finding[], minutes = 30, key = KEY) {
    return this.cache.share(key, this.now() - minutes * MINUTE, NEVER, async () => findings);
  }
  /** Wants only reads that begin from now on, as a batch that was just chosen. */
  wait(held: HeldRead, { signal = NEVER, notBefore = this.now() - 30 * MINUTE } = {}) {
    return this.cache.share(KEY, notBefore, signal, held.read);
  }
  refusals(): unknown[] {
    const refused = this.log.lines.filter(({ message }) => message.includes('rejected'));
    return refused.map(({ fields }) => (fields as { problem: string }).problem);
  }
}

let redis: TestRedis;
let instances: Instance[] = [];
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(async () => {
  for (const { connection } of instances) await connection.close();
  await redis.stop();
});
beforeEach(async () => {
  for (const { connection } of instances) await connection.close();
  instances = [];
  await redis.flush();
});
const unmoved = (): Clocks => ({ redis: 0, wall: 0, monotonic: 0 });

async function instance(clocks = unmoved(), options?: Times): Promise<Instance> {
  const made = new Instance(redis.url, clocks, options);
  instances.push(made);
  await made.connection.whenReady();
  return made;
}

/** Two that live at the same time. */
async function two(options?: Times) {
  const clocks = unmoved();
  return { clocks, one: await instance(clocks, options), other: await instance(clocks, options) };
}

function pass(clocks: Clocks, minutes: number): void {
  clocks.redis += minutes * MINUTE;
  clocks.wall += minutes * MINUTE;
  clocks.monotonic += minutes * MINUTE;
}

const client = () => (instances[0] as Instance).connection.client;
const keyOf = async (kind: 'entry' | 'lease') => (await client().keys(`*:${kind}`))[0] ?? '';
const begun = (held: HeldRead, calls = 1) => until('it is being read', () => held.calls === calls);

/** Replaces the stored entry by that of a sabotaged one. */
async function tamper(change: (head: EvidenceHead, data: Buffer) => { head?: string; data?: Buffer }) {
  const entry = await keyOf('entry');
  const [head, data] = await client().hmgetBuffer(entry, 'head', 'data');
  const changed = change(JSON.parse(`${head}`), data as Buffer);
  if (changed.head !== undefined) await client().hset(entry, 'head', changed.head);
  if (changed.data !== undefined) await client().hset(entry, 'data', changed.data);
}

describe('one reads for all', () => {
  test('two instances at the same time: one read, and the same findings to the letter for both', async () => {
    const { one, other } = await two();
    const held = new HeldRead();
    const unasked = new HeldRead();
    const before = performance.now();
    const first = one.wait(held);
    await begun(held);
    const second = other.wait(unasked);
    await until('the other waits', async () => (await client().info('commandstats')).match(/cmdstat_get:/) !== null);
    held.end([USED]);
    expect([(await first).findings, (await second).findings]).toEqual([[USED], [USED]]);
    expect((await second).startedAt).toBeLessThanOrEqual((await first).startedAt);
    expect((await second).startedAt).toBeGreaterThanOrEqual(before - 1_000);
    expect(unasked.calls).toBe(0);
  });

  test('twenty concurrent readers share one read', async () => {
    const { one, other } = await two();
    const held = new HeldRead();
    const all = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : other).wait(held));
    await begun(held);
    held.end([USED]);
    expect((await Promise.all(all)).map(({ findings }) => findings.length)).toEqual(Array(20).fill(1));
    expect(held.calls).toBe(1);
  });

  test('nothing found is an answer too, and lies in Redis for half an hour and a little', async () => {
    const { one, other } = await two();
    await one.share([]);
    expect((await other.share([USED])).findings).toEqual([]);
    const left = await client().pttl(await keyOf('entry'));
    expect([left > 30 * MINUTE, left <= 35 * MINUTE, await keyOf('lease')]).toEqual([true, true, '']);
  });

  test.each([
    { source: 'fleets' },
    { provider: 'other' },
    { accountId: '210987654321' },
    { location: 'eu-west-1' },
    { how: 'another role' },
  ])('with %j it is another answer', async (change) => {
    const { one, other } = await two();
    await one.share([]);
    expect((await other.share([USED], 30, { ...KEY, ...change })).findings).toEqual([USED]);
  });
});

describe('age', () => {
  test.each([
    [29, []],
    [31, [USED]],
  ])('Law 1 a read that began %d minutes ago, where 30 are accepted', async (minutes, expected) => {
    const { one, other, clocks } = await two();
    await one.share([]);
    pass(clocks, minutes);
    expect((await other.share([USED])).findings).toEqual(expected);
  });

  test('Law 3 a read that began before a batch was chosen does not count for it, a later one does', async () => {
    const { one, other } = await two();
    await one.share([]);
    const chosenAt = other.now();
    const [fresh] = [await other.cache.share(KEY, chosenAt, NEVER, async () => [USED])];
    const again = await one.cache.share(KEY, chosenAt - 500, NEVER, async () => []);
    expect([fresh.findings, again.findings]).toEqual([[USED], [USED]]);
    expect(fresh.startedAt).toBeGreaterThanOrEqual(chosenAt);
  });

  test('Law 3 a read under way that was begun too early is not waited for, and its answer replaces no newer one', async () => {
    const { one, other } = await two();
    const early = new HeldRead();
    const survey = one.wait(early);
    await begun(early);
    const batch = await other.cache.share(KEY, other.now(), NEVER, async () => [USED]);
    early.end([]);
    expect([(await survey).findings, batch.findings]).toEqual([[], [USED]]);
    expect((await other.share([])).findings).toEqual([USED]);
  });

  test('Law 8 a Redis rolled back by an hour gives evidence that is an hour old', async () => {
    const { one, other, clocks } = await two();
    await one.share([]);
    const entry = await keyOf('entry');
    const copy = await client().dumpBuffer(entry);
    pass(clocks, 60);
    await one.share([USED]);
    await client().restore(entry, 0, copy, 'REPLACE');
    expect((await other.share([USED])).findings).toEqual([USED]);
  });
});

describe('clocks that move', () => {
  test('the clock of Redis goes back: an instance that ran before still knows the age', async () => {
    const { one, other, clocks } = await two();
    await one.share([]);
    await other.share([USED]);
    pass(clocks, 40);
    clocks.redis -= 25 * MINUTE;
    clocks.wall -= 25 * MINUTE;
    expect((await other.share([USED])).findings).toEqual([USED]);
  });

  test('the clock of Redis goes back: a new instance uses the wall clocks', async () => {
    const { one, clocks } = await two();
    await one.share([]);
    pass(clocks, 40);
    clocks.redis -= 25 * MINUTE;
    expect((await (await instance(clocks)).share([USED])).findings).toEqual([USED]);
  });

  test('the clock of Redis goes back behind the begin of a read: an entry from the future is refused and replaced', async () => {
    const { one, clocks } = await two();
    await one.share([]);
    clocks.redis -= 5 * MINUTE;
    clocks.wall -= 5 * MINUTE;
    const late = await instance(clocks);
    const later = await instance(clocks);
    expect((await late.share([USED])).findings).toEqual([USED]);
    expect((await later.share([])).findings).toEqual([USED]);
  });

  test('the clock of Redis leaps ahead: all entries look older and are read again', async () => {
    const { one, other, clocks } = await two();
    await one.share([]);
    clocks.redis += 40 * MINUTE;
    expect((await other.share([USED])).findings).toEqual([USED]);
  });

  test('the wall clocks of two instances differ: a doubtful entry is read again', async () => {
    const one = await instance({ redis: 0, wall: -40 * MINUTE, monotonic: 0 });
    const other = await instance();
    await one.share([]);
    expect((await other.share([USED])).findings).toEqual([USED]);
  });
});

describe('Law 1 a stored text that nobody read there is refused, read anew, and replaced', () => {
  const swapped = (head: object, change: object) => encodeHead(SEAL, { ...head, ...change } as never);
  const forged = (head: object, findings: unknown) => {
    const data = deflateSync(JSON.stringify(findings));
    return { head: swapped(head, { sha256: hashOf(data) }), data };
  };
  const bomb = (head: object) => {
    const data = deflateSync(Buffer.alloc(129 * 1024 ** 2, ' '), { level: 1 });
    return { head: swapped(head, { sha256: hashOf(data) }), data };
  };

  test.each<[string, Parameters<typeof tamper>[0]]>([
    [
      'a bit of the data is wrong',
      (_, data) => ({ data: Buffer.from(data.map((byte, i) => (i === 5 ? byte ^ 1 : byte))) }),
    ],
    ['the data is cut off', (_, data) => ({ data: data.subarray(0, -3) })],
    ['the data is empty', () => ({ data: Buffer.alloc(0) })],
    ['the head is cut off', (head) => ({ head: encodeHead(SEAL, head).slice(0, -1) })],
    ['the head is none', () => ({ head: 'OK' })],
    [
      'the head was given a later time',
      (head) => ({ head: encodeHead(SEAL, head).replace(/"since":\d/, '"since":9') }),
    ],
    ['a forger signed it', (head) => ({ head: encodeHead(FORGER, head) })],
    [
      'a forger signed other findings',
      (head) => ({ ...forged(head, []), head: encodeHead(FORGER, { ...head, count: 0 }) }),
    ],
    ['nobody signed it', (head) => ({ head: JSON.stringify({ ...head, mac: undefined }) })],
    ['the release before wrote it', (head) => ({ head: `${hashOf(JSON.stringify(head))}|${JSON.stringify(head)}` })],
    ['the count is wrong', (head) => ({ head: swapped(head, { count: 2 }) })],
    ['it was read elsewhere', (head) => ({ head: swapped(head, { of: hashOf('elsewhere') }) })],
    ['it has no time', (head) => ({ head: swapped(head, { since: undefined }) })],
    ['it is no list', (head) => forged(head, { length: 1 })],
    ['a finding says nothing we know', (head) => forged(head, [{ ...USED, says: 'unused' }])],
    ['a finding has no alias', (head) => forged(head, [{ says: 'used', by: 'x' }])],
    ['it unpacks to more than anybody read', (head) => bomb(head)],
  ])('%s', async (_, change) => {
    const { one, other } = await two();
    await one.share([{ alias: 'ami-2', says: 'used', by: 'i-2' }]);
    await tamper(change);
    expect((await other.share([USED])).findings).toEqual([USED]);
    expect((await one.share([])).findings).toEqual([USED]);
    expect(_ === 'it has no time' ? 1 : other.refusals().length).toBe(1);
  });

  test('a value of another kind under its key', async () => {
    const { one, other } = await two();
    await one.share([]);
    const entry = await keyOf('entry');
    await client().unlink(entry);
    await client().set(entry, 'x');
    expect((await other.share([USED])).findings).toEqual([USED]);
  });

  test('a finding that JSON does not give back as it was is not shared', async () => {
    const { one, other } = await two();
    await one.share([{ ...USED, says: 'lastUsed', at: Number.NaN }]);
    expect((await other.share([USED])).findings).toEqual([USED]);
  });
});

describe('Law 8 who writes Redis without a key of `signing`', () => {
  test('copies the evidence of another place: it is read anew', async () => {
    const { one, other } = await two();
    await one.share([], 30, { ...KEY, location: 'eu-west-1' });
    const elsewhere = await keyOf('entry');
    await one.share([USED]);
    const here = (await client().keys('*:entry')).find((key) => key !== elsewhere) ?? '';
    await client().restore(here, 0, await client().dumpBuffer(elsewhere), 'REPLACE');
    expect((await other.share([USED])).findings).toEqual([USED]);
    expect(other.refusals()).toEqual([expect.stringContaining('keyed checksum is wrong')]);
  });

  test('replaces the entry again and again: each reader reads for itself, and soon', async () => {
    const { one, other } = await two();
    await one.share([]);
    const entry = await keyOf('entry');
    const take = other.connection.client;
    let forgeries = 0;
    const replace = () => take.hset(entry, 'head', `{"of":"${forgeries++}"}`);
    await replace();
    const forge = setInterval(() => void replace(), 1);
    try {
      expect((await other.share([USED])).findings).toEqual([USED]);
    } finally {
      clearInterval(forge);
    }
  });

  test.each([
    ['none', (lease: string) => `${lease.split('|')[0]}|me`],
    ['one of no key', (lease: string) => lease.replace(/\.k1\..*/, '')],
    [
      'one of a forger',
      (lease: string) =>
        lease.replace(/(\|)([^.]+)\..*/, (_, bar, id) => `${bar}${id}.${FORGER.sign(['lease', 'x'], id)}`),
    ],
    [
      'one of another place',
      (lease: string) =>
        lease.replace(/(\|)([^.]+)\..*/, (_, bar, id) => `${bar}${id}.${SEAL.sign(['lease', 'x'], id)}`),
    ],
  ])('puts a lease there that is %s: nobody waits for it, and the evidence is read', async (_, forged) => {
    const { one, other } = await two();
    const [held, alone] = [new HeldRead(), new HeldRead()];
    const first = one.wait(held);
    await begun(held);
    const lease = await keyOf('lease');
    await client().set(lease, forged(`${await client().get(lease)}`), 'PX', PATIENT_MS);
    const second = other.wait(alone);
    await begun(alone);
    alone.end([USED]);
    expect((await second).findings).toEqual([USED]);
    held.end([]);
    await first;
  });

  test('no key is configured: nothing is shared, and nothing stored', async () => {
    const { one, other } = await two({ seal: NO_SEAL });
    await one.share([]);
    expect((await other.share([USED])).findings).toEqual([USED]);
    expect(await client().keys('*')).toEqual([]);
  });

  test('the keys are rotated: each instance accepts what a key of its list signed', async () => {
    const before = await instance(unmoved(), { seal: new KeyedSeal([OLD, NEW]) });
    const after = await instance(unmoved(), { seal: new KeyedSeal([NEW, OLD]) });
    await before.share([]);
    expect((await after.share([USED])).findings).toEqual([]);
    const done = await instance(unmoved(), { seal: new KeyedSeal([NEW]) });
    expect((await done.share([USED])).findings).toEqual([USED]);
    expect((await after.share([])).findings).toEqual([USED]);
  });
});

describe('bad luck', () => {
  test('a failed read is not shared: the next reader reads again', async () => {
    const { one, other } = await two();
    const [failing, working] = [new HeldRead(), new HeldRead()];
    const first = one.wait(failing);
    await begun(failing);
    const second = other.wait(working);
    failing.fail(new Error('denied'));
    await expect(first).rejects.toThrow('denied');
    await begun(working);
    working.end([USED]);
    expect((await second).findings).toEqual([USED]);
  });

  test('L18 the reader dies: its lease runs out, and another takes over', async () => {
    const { one, other } = await two({ leaseMs: 400 });
    const [dying, working] = [new HeldRead(), new HeldRead()];
    void one.wait(dying);
    await begun(dying);
    const second = other.wait(working);
    await one.connection.close();
    await begun(working);
    working.end([USED]);
    expect((await second).findings).toEqual([USED]);
  });

  test('a reader that takes longer than its lease keeps it', async () => {
    const leaseMs = 3_000;
    const { one, other } = await two({ leaseMs });
    const [long, unasked] = [new HeldRead(), new HeldRead()];
    const first = one.wait(long);
    await begun(long);
    const second = other.wait(unasked);
    const since = performance.now();
    await until('its lease would be over', () => performance.now() - since > 1.5 * leaseMs);
    long.end([USED]);
    expect([(await first).findings, (await second).findings, unasked.calls]).toEqual([[USED], [USED], 0]);
  });

  test('who waits stops when its pass stops, and does not read', async () => {
    const { one, other } = await two();
    const [held, unasked] = [new HeldRead(), new HeldRead()];
    const first = one.wait(held);
    await begun(held);
    const stop = new AbortController();
    const second = other.wait(unasked, { signal: stop.signal });
    stop.abort(new Error('shutdown'));
    await expect(second).rejects.toThrow('shutdown');
    held.end([]);
    await first;
    expect(unasked.calls).toBe(0);
  });

  test('Redis is away: each instance reads for itself', async () => {
    const { one } = await two();
    await one.connection.close();
    const held = new HeldRead();
    const alone = one.wait(held);
    await begun(held);
    held.end([USED]);
    expect((await alone).findings).toEqual([USED]);
  });

  test('Redis hangs before and during a wait: a reader waits no longer than a command may take', async () => {
    const { one, other } = await two({ commandTimeoutMs: 500 });
    const [held, alone] = [new HeldRead(), new HeldRead()];
    const first = one.wait(held);
    await begun(held);
    const second = other.wait(alone);
    redis.pause();
    try {
      await begun(alone);
      alone.end([USED]);
      held.end([]);
      expect([(await first).findings, (await second).findings]).toEqual([[], [USED]]);
    } finally {
      redis.resume();
    }
  });

  test('each reader reads an entry that is too large for itself, without waiting', async () => {
    const { one, other } = await two();
    const large = Array.from({ length: 150_000 }, () => ({ ...USED, by: randomBytes(64).toString('base64') }));
    expect((await one.share(large)).findings).toBe(large);
    const held = [new HeldRead(), new HeldRead()];
    const both = [one.wait(held[0] as HeldRead), other.wait(held[1] as HeldRead)];
    for (const each of held) await begun(each);
    for (const each of held) each.end([USED]);
    expect((await Promise.all(both)).map(({ findings }) => findings.length)).toEqual([1, 1]);
    expect(await client().hlen(await keyOf('entry'))).toBe(3);
    expect(await client().hstrlen(await keyOf('entry'), 'data')).toBe(0);
  });

  test('Redis has little memory left: no evidence is stored, because opt-outs need the memory', async () => {
    const { one, other } = await two({ memoryShare: 0.0001 });
    await client().config('SET', 'maxmemory', '1gb');
    try {
      await one.share([]);
      expect(await keyOf('entry')).toBe('');
      expect((await other.share([USED])).findings).toEqual([USED]);
    } finally {
      await client().config('SET', 'maxmemory', '0');
    }
  });
});
