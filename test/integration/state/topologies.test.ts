/** The same stores, lock and queue behind Sentinels and on a cluster, and the effect of a failover there. */
import { afterEach, describe, expect, test } from '@jest/globals';
import { connectQueue, disconnect } from '../../../src/queue/connection.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { WorkQueue } from '../../../src/queue/workQueue.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { type RedisState, type RedisStateOptions, redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { startCluster, startSentinels, untilReplicated } from '../../support/redisTopologies.ts';
import { until } from '../../support/until.ts';
import { ALLOWED, adding, auditOf, dueMark, KEYS, LogBook, NOW, NS, OTHER_NS, surveyed } from './support.ts';

type State = RedisState & { readonly connection: RedisConnection };
/** Evidence is shared only with a key. */
const KEY = { id: 'k1', secret: 'one secret of thirty-two letters' };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function open(url: string, options: Partial<RedisStateOptions> = {}): Promise<State> {
  const log = new LogBook();
  const connection = new RedisConnection({ url, log });
  closers.push(() => connection.close());
  await connection.whenReady();
  return { ...redisState(connection, { log, typesOf: oneType, signingKeys: [KEY], ...options }), connection };
}

/** A permit, from the mark on: `granted`, a clause, or the step that failed. */
async function permit(state: State, id: string, namespace = NS): Promise<string> {
  try {
    const mark = { ...dueMark(id), namespace };
    if (!(await state.marks.get(namespace, id))) await state.marks.apply(namespace, [adding(mark)]);
    await state.connection.command('a test', (client) =>
      client.set(namespaceKeys(namespace).lock, 'mine', 'PX', 60_000),
    );
    const request = { mark, passId: 'p', now: NOW, identity: mark.identity, ...ALLOWED, deletesPerDay: 500 };
    const answer = await state.permits.request(namespace, request, { token: 'mine' });
    return answer.kind === 'granted' ? 'granted' : answer.clause;
  } catch (error) {
    return String(error);
  }
}

const keep = (state: State, id: string, namespace = NS) =>
  state.optOuts.optOut(namespace, { target: { kind: 'id', value: id }, until: 'forever', actor: 'ann', at: NOW });

/** Everything that every store does at least once, on keys all over the place. */
async function useEverything(state: State, url: string): Promise<void> {
  const { connection, marks, optOuts, outbox, control, audit, lastUsed, pacer, evidenceCache } = state;
  await surveyed(state);
  expect(await permit(state, 'ami-1')).toBe('granted');
  expect(await keep(state, 'ami-2')).toEqual({ deletionBegun: false });
  expect(await permit(state, 'ami-2')).toBe('optedOut');
  expect(await optOuts.list(NS)).toHaveLength(1);
  await outbox.put('ann@example.com', [{ namespace: NS, id: 'ami-1', generation: 'g' }]);
  expect((await outbox.owners()).map(({ owner }) => owner)).toEqual(['ann@example.com']);
  await control.write({ capacity: 3 }, { ...auditOf('x'), event: 'control' });
  expect((await control.read()).capacity).toBe(3);
  await lastUsed.seen(OTHER_NS, ['ami-1'], NOW);
  expect((await lastUsed.all(OTHER_NS)).size).toBe(1);
  await lastUsed.surveyed(OTHER_NS, NOW);
  expect((await lastUsed.surveys(OTHER_NS)).lastAt).toBe(NOW);
  expect((await audit.history(NS, 'ami-1')).map(({ event }) => event)).toEqual(['marked', 'permitted']);
  expect(await state.claimSlot('tick', NOW)).toBe(true);
  const bucket = { account: '1', location: 'here', api: 'ec2:X', capacity: 5, refillPerSecond: 5 };
  await pacer.take(bucket, new AbortController().signal);
  const key = { source: 'instances', provider: 'aws', accountId: '1', location: 'here', how: '' };
  await evidenceCache.share(key, performance.now(), new AbortController().signal, async () => []);
  const used = { alias: 'ami-1', says: 'used', by: 'i-1' } as const;
  const shared = await evidenceCache.share(key, 0, new AbortController().signal, async () => [used]);
  expect(shared.findings).toEqual([]);
  expect((await marks.page(NS, undefined, 10)).marks).not.toEqual([]);
  const rows = await state.markTable.read([NS]);
  if ('most' in rows) throw new Error('too many');
  expect([...rows.of(NS)].map(({ id, state: of }) => [id, of])).toEqual([['ami-1', 'deleting']]);
  const lock = new RedisNamespaceLock(connection);
  const lease = await lock.acquire(OTHER_NS);
  expect(await lock.acquire(OTHER_NS)).toBeUndefined();
  await lease?.release();
  const redis = connectQueue(url, () => undefined);
  const queue = new WorkQueue(redis, { onError: () => undefined });
  await queue.add([{ kind: 'pass', namespace: NS, action: 'mark' }]);
  await queue.close();
  await disconnect(redis);
}

describe('three Sentinels', () => {
  test('L25 a primary dies and its replica takes over: no crash, and work continues with the replicated data', async () => {
    const sentinels = await startSentinels();
    closers.push(() => sentinels.stop());
    const state = await open(sentinels.url);
    await useEverything(state, sentinels.url);
    await keep(state, 'ami-3');
    await untilReplicated(sentinels.primary);

    await sentinels.primary.halt('SIGKILL');
    await until('permits are asked for again', async () => (await permit(state, 'ami-4')) === 'granted');

    expect(await permit(state, 'ami-3')).toBe('optedOut');
  });
});

describe('a cluster of three primaries with replicas', () => {
  test('L25 the primary of a namespace dies: no crash, and work continues with the replicated data', async () => {
    const cluster = await startCluster();
    closers.push(() => cluster.stop());
    const state = await open(cluster.url);
    await useEverything(state, cluster.url);
    await keep(state, 'ami-3');
    const home = await cluster.homeOf(KEYS.marks);
    await untilReplicated(cluster.primaries[home]);

    await cluster.lose(home);
    await until('permits are asked for again', async () => (await permit(state, 'ami-4')) === 'granted');

    expect(await permit(state, 'ami-3')).toBe('optedOut');
  });

  test('L25 one shard alone falls back: deletes are held until a complete mark pass', async () => {
    const cluster = await startCluster();
    closers.push(() => cluster.stop());
    const state = await open(cluster.url);
    await surveyed(state, OTHER_NS);
    expect(await permit(state, 'ami-1', OTHER_NS)).toBe('granted');
    const other = await open(cluster.url);
    await other.watch.incarnation();
    const home = await cluster.homeOf(namespaceKeys(OTHER_NS).marks);
    // Otherwise the beat of the fleet would show it.
    expect(home).not.toBe(await cluster.homeOf('holystone:control'));
    await untilReplicated(cluster.primaries[home]);
    await cluster.cutOff(home);
    await keep(state, 'ami-3', OTHER_NS);
    await state.watch.incarnation();

    await cluster.lose(home);
    await until('the shard is served again', () =>
      state.marks.get(OTHER_NS, 'ami-3').then(
        () => true,
        () => false,
      ),
    );

    expect(await state.optOuts.list(OTHER_NS)).toEqual([]);
    // The shard has its memories too; looking first it must not hide the ones that the shard forgot.
    expect(await permit(other, 'ami-3', OTHER_NS)).toBe('incarnation');
    expect(await permit(state, 'ami-3', OTHER_NS)).toBe('incarnation');
    await surveyed(state, OTHER_NS);
    expect(await permit(state, 'ami-3', OTHER_NS)).toBe('granted');
  });

  test('L62 with a replica per shard an opt-out is stored; without it no opt-out is confirmed', async () => {
    const cluster = await startCluster();
    closers.push(() => cluster.stop());
    const state = await open(cluster.url, { replicas: 1 });
    await surveyed(state);
    expect(await permit(state, 'ami-1')).toBe('granted');
    await keep(state, 'ami-2');

    const home = await cluster.homeOf(KEYS.marks);
    await cluster.cutOff(home);

    await expect(keep(state, 'ami-3')).rejects.toThrow(/not safely stored: 0 of 1 replicas/);
    expect(await permit(state, 'ami-4')).toBe('durability');
  });
});
