/** Real servers that answer and cannot do the work: readiness says which, why, and what to do. */
import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DefinitionsWatch } from '../../../src/composition/definitionsWatch.ts';
import { addChecks } from '../../../src/composition/readinessChecks.ts';
import type { DefinitionStore } from '../../../src/core/resource/definition.ts';
import { FileDefinitionStore } from '../../../src/state/files/fileDefinitions.ts';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { Readiness } from '../../../src/telemetry/readiness.ts';
import { onFreePort } from '../../support/freePort.ts';
import { oneType } from '../../support/oneType.ts';
import { RedisServer, type Settings } from '../../support/redisTopologies.ts';
import { openSmallDisk, type SmallDisk } from '../../support/smallDisk.ts';
import { until } from '../../support/until.ts';
import { LogBook } from './support.ts';

const WRITABLE = { probe: async () => {}, write: async () => {}, read: async () => ({ generations: [], corrupt: [] }) };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function server(settings: Settings = {}): Promise<RedisServer> {
  const started = await RedisServer.start(settings);
  closers.push(() => started.stop());
  return started;
}

/** What differs of a daemon: where its memory is, and where its definitions. */
interface Own {
  readonly beatFile?: string;
  readonly definitions?: Pick<DefinitionStore, 'write' | 'read' | 'probe'>;
}

/** The readiness of a daemon that deletes, with its state at this address. */
function daemonAt(url: string, { beatFile, definitions = WRITABLE }: Own = {}) {
  const connection = new RedisConnection({ url, log: new LogBook() });
  closers.push(() => connection.close());
  const definitionsWatch = new DefinitionsWatch(definitions);
  const state = redisState(connection, { log: new LogBook(), typesOf: oneType, ...(beatFile ? { beatFile } : {}) });
  const live = { actions: ['delete'], live: true };
  const wired = {
    watch: state.watch,
    definitionsWatch,
    fleet: { drift: new Map(), unproven: () => undefined },
    parts: { workConfigurations: () => [live] },
  };
  const readiness = new Readiness();
  const others = {
    overBudget: { text: () => undefined },
    notFound: { text: () => undefined },
    accounts: { problems: [] },
    configuration: { signing: { keys: [] } },
  };
  const clock = { now: () => 0 };
  addChecks(readiness, {
    ...{ connection, log: new LogBook(), ...others },
    wired: { ...wired, parts: { ...wired.parts, clock } },
  } as never);
  readiness.unblock('start');
  const look = async () => {
    await definitionsWatch.look();
    return state.watch.incarnation().catch(() => undefined);
  };
  const reasons = () => readiness.check().flatMap(({ name, ok, why }) => (ok ? [] : [`${name}: ${why}`]));
  return { look, reasons, connection, definitionsWatch };
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
  expect(await saysSometime(daemon, /^writes: .*MISCONF.*; .*give its disk space/)).toBe(true);
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

/** The client of a person who looks after that Redis. */
const rights = (redis: RedisServer, ...words: string[]) =>
  redis.ask((client) => client.call('ACL', 'SETUSER', 'holystone', 'reset', 'on', '>right', ...words));

test.each([
  ['no password', (url: string) => url, /^redis: .*NOAUTH.*; it wants a password: write redis:\/\/user:password@/],
  ['a wrong password', (url: string) => as(url, 'wrong'), /^redis: .*WRONGPASS.*; correct the user and the password/],
])('L70 a Redis that asks for a password gets %s → readiness says which, and what to do', async (_what, urlOf, why) => {
  const redis = await server();
  await rights(redis, '~*', '&*', '+@all');
  await redis.ask((client) => client.call('ACL', 'SETUSER', 'default', '>of-somebody'));
  // A client that Redis accepted before stays; this one comes later.
  expect(await saysSometime(daemonAt(urlOf(redis.url)), why)).toBe(true);
});

test.each([
  ['run scripts', ['~*', '&*', '+@all', '-@scripting']],
  ['use its keys', ['~other:*', '&*', '+@all']],
  ['write', ['~*', '&*', '+@all', '-@write']],
])(
  'L70 the user in Redis lacks the right to: %s → readiness says so, and where the rights are',
  async (_what, words) => {
    const redis = await server();
    await rights(redis, ...words);
    const daemon = daemonAt(as(redis.url, 'right'));
    expect(
      await saysSometime(
        daemon,
        /^writes: .*(NOPERM|The user executing the script).*; its user lacks this right: docs\/operations\.md/,
      ),
    ).toBe(true);
    await rights(redis, '~*', '&*', '+@all');
    expect(await isReadySometime(daemon)).toBe(true);
  },
);

/** The address with the user of {@link rights}. */
function as(url: string, password: string): string {
  return url.replace('redis://', `redis://holystone:${password}@`);
}

test('L70 Redis reads its data at its start, for long → readiness says that it does, and to wait', async () => {
  const redis = await server();
  await redis.ask((client) => client.eval("for i = 1, 2000 do redis.call('SET', 'k' .. i, i) end", 0));
  await redis.halt();
  const loading = redis.run({ 'key-load-delay': '1000', 'loading-process-events-interval-bytes': '1024' });
  const daemon = daemonAt(redis.url);
  expect(await saysSometime(daemon, /^redis: .*LOADING.*; it is starting or failing over; wait$/)).toBe(true);
  await loading;
  expect(await isReadySometime(daemon)).toBe(true);
});

describe('a disk that is full', () => {
  let disk: SmallDisk | undefined;
  beforeEach(async () => {
    disk = await openSmallDisk();
  });
  afterEach(() => disk?.close());

  test('L70 Redis cannot write its append-only file → readiness says MISCONF, and is ready when it can again', async () => {
    if (!disk) return;
    const redis = await server({ dir: disk.dir, appendfsync: 'everysec', 'auto-aof-rewrite-percentage': '0' });
    const daemon = daemonAt(redis.url);
    await daemon.connection.whenReady();
    await disk.fill();
    expect(
      await saysSometime(daemon, /^writes: .*MISCONF.*AOF.*No space left on device.*; .*give its disk space/),
    ).toBe(true);
    await disk.empty();
    await until('it writes again', async () => (await daemon.look()) !== undefined);
    expect(daemon.reasons().filter((reason) => reason.startsWith('writes'))).toEqual([]);
  });

  test('L70 the disk of the definitions is full → readiness says so until it is not, and no temporary file stays', async () => {
    if (!disk) return;
    const definitions = new FileDefinitionStore(join(disk.dir, 'definitions'));
    const daemon = daemonAt((await server()).url, { definitions, beatFile: join(await folder(), 'redis-beat.json') });
    expect(await isReadySometime(daemon)).toBe(true);
    await disk.fill();
    expect(
      await saysSometime(
        daemon,
        /^definitions: definitions\.dir .* is full: ENOSPC.*; nothing is deleted until .*: give it space/,
      ),
    ).toBe(true);
    expect(daemon.reasons()).toHaveLength(1);
    await disk.empty();
    expect(await isReadySometime(daemon)).toBe(true);
    expect(await readdir(join(disk.dir, 'definitions'))).toEqual([]);
  });

  test('L70 the disk of `redis.beatFile` is full → readiness names that file, and no temporary one stays', async () => {
    if (!disk) return;
    const daemon = daemonAt((await server()).url, { beatFile: join(disk.dir, 'redis-beat.json') });
    expect(await isReadySometime(daemon)).toBe(true);
    await disk.fill();
    expect(
      await saysSometime(daemon, /^memory: .*redis-beat\.json cannot be written: ENOSPC.*; give its disk space/),
    ).toBe(true);
    await disk.empty();
    expect(await isReadySometime(daemon)).toBe(true);
    expect(await readdir(disk.dir)).toEqual(['redis-beat.json']);
  });
});

test('L70 the folder of the definitions is none → readiness says so until it is', async () => {
  const path = join(await folder(), 'definitions');
  await writeFile(path, '');
  const daemon = daemonAt((await server()).url, { definitions: new FileDefinitionStore(path) });
  expect(await saysSometime(daemon, /^definitions: definitions\.dir .* cannot be written to: EEXIST/)).toBe(true);
  await rm(path);
  expect(await isReadySometime(daemon)).toBe(true);
});

test('L70 a definition could not be stored → readiness says so from then on, until a probe writes one anew', async () => {
  const asked: boolean[] = [];
  const definitions = {
    ...WRITABLE,
    probe: async (anew: boolean) => void asked.push(anew),
    write: () => Promise.reject(new Error('the key of KMS is disabled')),
  };
  const daemon = daemonAt((await server()).url, { definitions });
  expect(await isReadySometime(daemon)).toBe(true);
  await daemon.definitionsWatch.write({} as never).catch(() => undefined);
  expect(daemon.reasons()).toEqual([
    expect.stringMatching(/^definitions: the key of KMS is disabled; nothing is deleted/),
  ]);
  asked.length = 0;
  await daemon.look();
  expect({ asked, reasons: daemon.reasons() }).toEqual({ asked: [true], reasons: [] });
});

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-full-'));
  closers.push(() => rm(dir, { recursive: true }));
  return dir;
}
