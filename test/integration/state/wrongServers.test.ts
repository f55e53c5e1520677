/** Real servers that answer and cannot do the work: readiness says which, why, and what to do. */
import { mkdir, mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';
import { addChecks } from '../../../src/composition/readinessChecks.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { Readiness } from '../../../src/telemetry/readiness.ts';
import { onFreePort } from '../../support/freePort.ts';
import { oneType } from '../../support/oneType.ts';
import { RedisServer, type Settings } from '../../support/redisTopologies.ts';
import { until } from '../../support/until.ts';
import { LogBook } from './support.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function server(settings: Settings = {}): Promise<RedisServer> {
  const started = await RedisServer.start(settings);
  closers.push(() => started.stop());
  return started;
}

/** The readiness of a daemon that deletes, with its state at this address. */
function daemonAt(url: string, beatFile?: string) {
  const connection = new RedisConnection({ url, log: new LogBook() });
  closers.push(() => connection.close());
  const state = redisState(connection, { log: new LogBook(), typesOf: oneType, ...(beatFile ? { beatFile } : {}) });
  const live = { actions: ['delete'], live: true };
  const wired = {
    watch: state.watch,
    fleet: { drift: new Map(), unproven: () => undefined },
    parts: { workConfigurations: () => [live] },
  };
  const readiness = new Readiness();
  const others = {
    overBudget: { text: () => undefined },
    accounts: { problems: [] },
    configuration: { signing: { keys: [] } },
  };
  const clock = { now: () => 0 };
  addChecks(readiness, {
    ...{ connection, log: new LogBook(), ...others },
    wired: { ...wired, parts: { ...wired.parts, clock } },
  } as never);
  readiness.unblock('start');
  const look = () => state.watch.incarnation().catch(() => undefined);
  const reasons = () => readiness.check().flatMap(({ name, ok, why }) => (ok ? [] : [`${name}: ${why}`]));
  return { look, reasons, connection };
}

async function saysSometime(daemon: ReturnType<typeof daemonAt>, why: RegExp): Promise<boolean> {
  await until(`readiness says ${why}`, async () => {
    await daemon.look();
    return daemon.reasons().some((reason) => why.test(reason));
  });
  return true;
}

async function isReadySometime(daemon: ReturnType<typeof daemonAt>): Promise<boolean> {
  await until('it is ready', async () => (await daemon.look()) !== undefined && daemon.reasons().length === 0);
  return true;
}

test('L70 a Redis that could not save its data takes no writes → readiness says MISCONF, and that it needs a disk', async () => {
  const redis = await server({ save: '3600 1000000' });
  const daemon = daemonAt(redis.url);
  expect(await isReadySometime(daemon)).toBe(true);
  // A folder has the name of the file, so no save succeeds.
  await mkdir(join(redis.dir, 'dump.rdb'));
  await redis.ask(async (client) => {
    await client.bgsave();
    await until('the save failed', async () => (await client.info('persistence')).includes('last_bgsave_status:err'));
  });
  expect(await saysSometime(daemon, /^writes: .*MISCONF.*; give it memory or disk space$/)).toBe(true);
  await rmdir(join(redis.dir, 'dump.rdb'));
  await redis.ask((client) => client.bgsave());
  expect(await isReadySometime(daemon)).toBe(true);
});

test('L70 `redis.url` names a replica of a real primary → readiness says so, until it is promoted', async () => {
  const [primary, replica] = await Promise.all([server(), server()]);
  await replica.ask(async (client) => {
    await client.replicaof('127.0.0.1', primary.port);
    await until('it follows', async () => (await client.info('replication')).includes('master_link_status:up'));
  });
  const daemon = daemonAt(replica.url);
  expect(await saysSometime(daemon, /^writes: .*READONLY.*; it is a replica: .* name the primary in redis\.url$/)).toBe(
    true,
  );
  await replica.ask((client) => client.replicaof('NO', 'ONE'));
  expect(await isReadySometime(daemon)).toBe(true);
});

test.each([
  ['serves all slots', true],
  ['serves no slot yet', false],
])('L70 `redis://` at a node of a cluster that %s → readiness names redis+cluster', async (_what, servesAll) => {
  const node = await onFreePort((bus) =>
    server({ 'cluster-enabled': 'yes', 'cluster-config-file': 'nodes.conf', 'cluster-port': String(bus) }),
  );
  if (servesAll) {
    await node.ask(async (client) => {
      await client.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383');
      await until('it serves them', async () => (await client.cluster('INFO')).includes('cluster_state:ok'));
    });
  }
  const daemon = daemonAt(node.url);
  expect(
    await saysSometime(daemon, /^writes: .*it is a node of a cluster: write redis\+cluster:\/\/ in redis\.url$/),
  ).toBe(true);
});

test('L70 `redis+cluster://` at a single server → readiness names redis://', async () => {
  const single = await server();
  const daemon = daemonAt(single.url.replace('redis:', 'redis+cluster:'));
  expect(await saysSometime(daemon, /^redis: .*it is no cluster: write redis:\/\/ in redis\.url$/)).toBe(true);
});

test('L70 the folder of the definitions takes no file → readiness names it until it does, and no temporary file stays', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-full-'));
  closers.push(() => rm(dir, { recursive: true }));
  const path = join(dir, 'redis-beat.json');
  await mkdir(path);
  const daemon = daemonAt((await server()).url, path);
  expect(
    await saysSometime(daemon, /^definitions: .*redis-beat\.json cannot be written: .*; give its disk space/),
  ).toBe(true);
  await rmdir(path);
  expect(await isReadySometime(daemon)).toBe(true);
});
