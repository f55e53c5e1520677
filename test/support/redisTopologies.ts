/** Real redis-server processes on loopback, on free ports, in own folders: single, replicated, Sentinel, cluster. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { findOnPath, findOrInstallRedisServer } from '../../src/state/embedded/embeddedBinary.ts';
import { askRedis } from './askRedis.ts';
import { dataFolder } from './folder.ts';
import { onFreePort } from './freePort.ts';
import { until } from './until.ts';

const HOST = '127.0.0.1';
const DURABLE = { appendonly: 'yes', appendfsync: 'always', save: '', 'maxmemory-policy': 'noeviction' };
/** By default a primary waits 5 s for more replicas before it sends the first its data. */
const SYNC_NOW = { 'repl-diskless-sync-delay': '0' };

export type Settings = Readonly<Record<string, string>>;

/** One server, whose process may stop and start on the same port and data. */
export class RedisServer {
  readonly port: number;
  readonly dir: string;
  readonly #settings: Settings;
  #child: ChildProcess | undefined;

  private constructor(port: number, dir: string, settings: Settings) {
    this.port = port;
    this.dir = dir;
    this.#settings = settings;
  }

  static start(settings: Settings = {}): Promise<RedisServer> {
    return onFreePort(async (port) => {
      const dir = await dataFolder('holystone-topology-');
      const server = new RedisServer(port, dir, { ...DURABLE, ...SYNC_NOW, ...settings });
      try {
        await server.run();
      } catch (error) {
        await server.stop();
        throw error;
      }
      return server;
    });
  }

  get url(): string {
    return `redis://${HOST}:${this.port}`;
  }

  /** Starts it again on the same data, with these settings too; does nothing when it runs. */
  async run(more: Settings = {}): Promise<void> {
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) return;
    const logfile = join(this.dir, 'redis.log');
    const own = { bind: HOST, port: String(this.port), dir: this.dir, logfile };
    const settings = Object.entries({ ...own, ...this.#settings, ...more });
    this.#child = await spawnRedis(settings.flatMap(([name, value]) => [`--${name}`, value]));
    await untilAnswers(this.#child, this.port, logfile);
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** The process ends; its data stay. */
  async halt(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    await end(this.#child, signal);
  }

  /** As an operator would: with a separate client. */
  async ask<T>(run: (client: Redis) => Promise<T>): Promise<T> {
    const client = new Redis({ host: HOST, port: this.port, retryStrategy: () => null, commandTimeout: 420_000 });
    client.on('error', () => undefined);
    try {
      return await run(client);
    } finally {
      client.disconnect();
    }
  }

  /** Copies the data on disk; the returned function restores the copy. */
  async backUp(): Promise<() => Promise<void>> {
    const copy = await dataFolder('holystone-backup-');
    await cp(this.dir, copy, { recursive: true });
    return async () => {
      await this.halt();
      await rm(this.dir, { recursive: true });
      await cp(copy, this.dir, { recursive: true });
      await rm(copy, { recursive: true });
      await this.run();
    };
  }

  async stop(): Promise<void> {
    await this.halt();
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** An address that stays while the server behind it changes, like a virtual IP or a DNS name. */
export interface Endpoint {
  readonly url: string;
  /** Breaks open connections; new ones go to that port. */
  switchTo(port: number): void;
  close(): Promise<void>;
}

export async function startEndpoint(port: number): Promise<Endpoint> {
  const sockets = new Set<Socket>();
  let target = port;
  const server = createServer((client) => {
    const redis = connect(target, HOST);
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        redis.destroy();
      });
    }
    client.pipe(redis).pipe(client);
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://${HOST}:${(server.address() as AddressInfo).port}`,
    switchTo(next) {
      target = next;
      cut();
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}

export interface Replicated {
  /** The address of the primary, and after a promotion of the former replica. */
  readonly url: string;
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** The replica receives no more data. */
  cutOff(): Promise<void>;
  /** The primary dies, and the replica takes over with the data that it has. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const primary = await RedisServer.start();
  const replica = await RedisServer.start(replicaOf(primary));
  const endpoint = await startEndpoint(primary.port);
  await inSync(primary, 1);
  await untilConfirmed(primary);
  return {
    url: endpoint.url,
    primary,
    replica,
    async cutOff() {
      replica.signal('SIGSTOP');
      await primary.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
    },
    async promote() {
      await primary.halt('SIGKILL');
      replica.signal('SIGCONT');
      await replica.ask((client) => client.replicaof('NO', 'ONE'));
      endpoint.switchTo(replica.port);
    },
    async stop() {
      replica.signal('SIGCONT');
      await endpoint.close();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

export interface Watched {
  /** The address of the Sentinels. */
  readonly url: string;
  readonly primary: RedisServer;
  readonly replica: RedisServer;
  /** The port of the primary that most Sentinels name now; `undefined` while they do not agree. */
  primaryPort(): Promise<number | undefined>;
  stop(): Promise<void>;
}

/**
 * A primary, its replica, and three Sentinels that agree on a failover within seconds.
 * @param through opens a proxy before this port, and answers its port: by that one all of them know each other
 */
export async function startSentinels(through = async (port: number) => port): Promise<Watched> {
  const primary = await RedisServer.start();
  const replica = await RedisServer.start();
  const known = await through(primary.port);
  for (const [server, port] of [
    [primary, known],
    [replica, await through(replica.port)],
  ] as const) {
    await server.ask((client) => client.config('SET', 'replica-announce-ip', HOST));
    await server.ask((client) => client.config('SET', 'replica-announce-port', port));
  }
  await replica.ask((client) => client.replicaof(HOST, known));
  await inSync(primary, 1);
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(known, through)));
  await until('the Sentinels know each other and the replica', async () => {
    const seen = await Promise.all(sentinels.map(({ port }) => knows(port)));
    return seen.every(({ others, replicas }) => others === 2 && replicas === 1);
  });
  return {
    url: `redis+sentinel://${sentinels.map(({ known: at }) => `${HOST}:${at}`).join(',')}/mymaster`,
    primary,
    replica,
    async primaryPort() {
      const [one, two, three] = await Promise.all(sentinels.map(({ port }) => primaryOf(port)));
      return one === two || one === three ? one : two === three ? two : undefined;
    },
    async stop() {
      await Promise.all(sentinels.map(({ stop }) => stop()));
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

export interface Sharded {
  readonly url: string;
  readonly primaries: readonly RedisServer[];
  /** `replicas[i]` follows `primaries[i]`. */
  readonly replicas: readonly RedisServer[];
  /** The replica receives no more data; the primary continues. */
  cutOff(index: number): Promise<void>;
  /** The primary dies, and its replica may take over with the data that it has. */
  lose(index: number): Promise<void>;
  /** The index of the primary that has the key at the beginning. */
  homeOf(key: string): Promise<number>;
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Three primaries, each with a replica; a dead primary is replaced within seconds. */
export async function startCluster(): Promise<Sharded> {
  const servers = await Promise.all(Array.from({ length: 6 }, () => startNode()));
  const nodes = servers.map(({ server }) => server);
  const primaries = nodes.slice(0, 3);
  const replicas = nodes.slice(3);
  await Promise.all(
    primaries.map((node, i) =>
      node.ask((client) =>
        client.cluster('ADDSLOTSRANGE', Math.ceil((SLOTS * i) / 3), Math.ceil((SLOTS * (i + 1)) / 3) - 1),
      ),
    ),
  );
  for (const { server, busPort } of servers.slice(1)) {
    await nodes[0]?.ask((client) => client.call('CLUSTER', 'MEET', HOST, server.port, busPort));
  }
  await until('the nodes have met', async () =>
    (await Promise.all(nodes.map(knownNodes))).every((count) => count === 6),
  );
  for (const [i, replica] of replicas.entries()) {
    const id = String(await primaries[i]?.ask((client) => client.cluster('MYID')));
    await until(`a replica follows ${i}`, () =>
      replica
        .ask((client) => client.cluster('REPLICATE', id))
        .then(
          () => true,
          () => false,
        ),
    );
  }
  for (const primary of primaries) await inSync(primary, 1);
  await until('the cluster is well', async () =>
    (await Promise.all(nodes.map((node) => node.ask((client) => client.cluster('INFO'))))).every((info) =>
      String(info).includes('cluster_state:ok'),
    ),
  );
  return {
    url: `redis+cluster://${primaries.map(({ port }) => `${HOST}:${port}`).join(',')}`,
    primaries,
    replicas,
    async cutOff(index) {
      replicas[index]?.signal('SIGSTOP');
      await primaries[index]?.ask((client) => client.call('CLIENT', 'KILL', 'TYPE', 'replica'));
    },
    async lose(index) {
      await primaries[index]?.halt('SIGKILL');
      replicas[index]?.signal('SIGCONT');
    },
    async homeOf(key) {
      const slot = Number(await primaries[0]?.ask((client) => client.cluster('KEYSLOT', key)));
      return Math.floor((slot * 3) / SLOTS);
    },
    async stop() {
      for (const node of nodes) node.signal('SIGCONT');
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

function startNode(): Promise<{ readonly server: RedisServer; readonly busPort: number }> {
  return onFreePort(async (busPort) => {
    const server = await RedisServer.start({
      'cluster-enabled': 'yes',
      'cluster-config-file': 'nodes.conf',
      'cluster-node-timeout': '1500',
      'cluster-port': String(busPort),
    });
    return { server, busPort };
  });
}

function knownNodes(node: RedisServer): Promise<number> {
  return node.ask(
    async (client) =>
      String(await client.cluster('NODES'))
        .trim()
        .split('\n').length,
  );
}

function startSentinel(monitored: number, through: (port: number) => Promise<number>) {
  return onFreePort((port) => startSentinelOn(port, monitored, through));
}

async function startSentinelOn(port: number, monitored: number, through: (port: number) => Promise<number>) {
  const known = await through(port);
  const dir = await mkdtemp(join(tmpdir(), 'holystone-sentinel-'));
  const logfile = join(dir, 'sentinel.log');
  const file = join(dir, 'sentinel.conf');
  const lines = [
    `bind ${HOST}`,
    `port ${port}`,
    `sentinel announce-ip ${HOST}`,
    `sentinel announce-port ${known}`,
    `dir ${dir}`,
    `logfile ${logfile}`,
    `sentinel monitor mymaster ${HOST} ${monitored} 2`,
    'sentinel down-after-milliseconds mymaster 1000',
    'sentinel failover-timeout mymaster 5000',
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const child = await spawnRedis([file, '--sentinel']);
  const stop = async () => {
    await end(child, 'SIGTERM');
    await rm(dir, { recursive: true, force: true });
  };
  try {
    await untilAnswers(child, port, logfile);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, known, stop };
}

async function knows(port: number): Promise<{ readonly others: number; readonly replicas: number }> {
  const client = new Redis({ host: HOST, port });
  try {
    const flat = (await client.call('SENTINEL', 'MASTER', 'mymaster')) as string[];
    const of = (name: string) => Number(flat[flat.indexOf(name) + 1]);
    return { others: of('num-other-sentinels'), replicas: of('num-slaves') };
  } finally {
    client.disconnect();
  }
}

async function primaryOf(sentinel: number): Promise<number> {
  const client = new Redis({ host: HOST, port: sentinel, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    const [, port] = (await client.call('SENTINEL', 'get-master-addr-by-name', 'mymaster')) as string[];
    return Number(port);
  } finally {
    client.disconnect();
  }
}

function replicaOf(primary: RedisServer): Settings {
  return { replicaof: `${HOST} ${primary.port}`, 'repl-diskless-sync-delay': '0' };
}

/** Waits until the replicas have all data and follow the primary. */
async function inSync(primary: RedisServer, count: number): Promise<void> {
  await until(`${count} replicas of ${primary.port} are in sync`, async () => {
    const info = await primary.ask((client) => client.info('replication'));
    return (info.match(/state=online/g) ?? []).length >= count;
  });
}

/** Waits until a replica has everything that the primary has now. */
export async function untilReplicated(primary: RedisServer | undefined): Promise<void> {
  const replication = async () => (await primary?.ask((client) => client.info('replication'))) ?? '';
  const written = Number(/master_repl_offset:(\d+)/.exec(await replication())?.[1]);
  await until('a replica has all data', async () =>
    [...(await replication()).matchAll(/^slave\d+:.*,offset=(\d+)/gm)].some(([, offset]) => Number(offset) >= written),
  );
}

/** A replica that is online may still write down its first copy, and confirms no write before that. */
async function untilConfirmed(primary: RedisServer): Promise<void> {
  const isConfirmed = () =>
    primary.ask(async (client) => {
      await client.publish('test', 'a write');
      return (await client.wait(1, 1_000)) === 1;
    });
  await until(`the replica of ${primary.port} confirms a write`, isConfirmed);
}

async function spawnRedis(args: readonly string[]): Promise<ChildProcess> {
  const server = await findOrInstallRedisServer();
  // Even a killed test leaves no server behind.
  const setpriv = process.platform === 'linux' ? await findOnPath('setpriv') : undefined;
  const [command = '', ...rest] = setpriv ? [setpriv, '--pdeathsig', 'KILL', '--', server] : [server];
  return spawn(command, [...rest, ...args], { stdio: 'ignore' });
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  child.kill('SIGCONT');
  const forced = setTimeout(() => child.kill('SIGKILL'), 60_000);
  await gone;
  clearTimeout(forced);
}

/** @throws Error with the log of the server where it ends, as it does where somebody else has its port */
async function untilAnswers(child: ChildProcess, port: number, logfile: string): Promise<void> {
  await until(`Redis on ${port} answers`, async () => {
    if (child.exitCode !== null) throw new Error(`Redis ended: ${await readFile(logfile, 'utf8').catch(() => '')}`);
    return (await processAt(port)) === child.pid;
  });
}

/** Of the server on that port. */
async function processAt(port: number): Promise<number | undefined> {
  if ((await askRedis(port, 'PING', 1_000).catch(() => '')) !== '+PONG') return undefined;
  const client = new Redis({ host: HOST, port, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    return Number(/process_id:(\d+)/.exec(await client.info('server'))?.[1]);
  } catch {
    return undefined;
  } finally {
    client.disconnect();
  }
}
