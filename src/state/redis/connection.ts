import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import { clusterOf, createClient, infoHas } from './redisClient.ts';
import { RedisClock } from './redisClock.ts';
import { adviceFor, LOADING, NODE_OF_CLUSTER, problemOf, TIMED_OUT } from './redisProblem.ts';
import { parseRedisUrl } from './redisUrl.ts';

/** A single server, Sentinel or a cluster, by the form of the URL. */
export interface RedisConnectionOptions {
  /** Format: see redisUrl.ts. */
  readonly url: string;
  readonly log: Logger;
  /** How long one command may take, ms. */
  readonly commandTimeoutMs?: number;
  /** How often the connection pings Redis, ms. */
  readonly pingEveryMs?: number;
  /** Shown by `CLIENT LIST`. */
  readonly name?: string;
}

const COMMAND_TIMEOUT_MS = 2_000;
const PING_EVERY_MS = 5_000;
const LONGEST_BACK_OFF_MS = 2_000;
/** Time between two warnings while Redis is away. */
const REMIND_MS = 30_000;

/**
 * The state's own connection. A command that cannot leave now fails now, one without a reply fails after its time-out,
 * and the client never resends a command by itself: a script whose reply was lost may have run. (Only the client of a
 * cluster resends the commands that a lost node left open: scripts count once, the few bare writes do no harm.)
 * Reconnects with back-off for ever; never throws from an event. It pings, because only a ping shows that Redis hangs.
 *
 *   connecting ⇄ (back-off) ──► ready ──► connecting …          close() ends it from anywhere
 */
export class RedisConnection {
  readonly client: Redis;
  /** The URL without user and password. */
  readonly address: string;
  /** Whether somebody sets the clock of Redis; who asks Redis for its time tells it. */
  readonly clock = new RedisClock();
  readonly #log: Logger;
  readonly #isSingle: boolean;
  /** The URL is that of a single server, and this one is a node of a cluster. */
  #isNode = false;
  #problem: string | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #closing = false;
  #epoch = 0;
  #pinging = false;
  readonly #pings: NodeJS.Timeout;
  readonly #commandTimeoutMs: number;
  /** Holds its writes until the end of this turn. */
  #gathering: Redis['stream'] | undefined;
  readonly #unfinished: (() => Promise<void>)[] = [];

  constructor(options: RedisConnectionOptions) {
    const address = parseRedisUrl(options.url);
    const commandTimeout = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.address = address.shown;
    this.#isSingle = address.kind === 'single';
    this.#log = options.log;
    this.#commandTimeoutMs = commandTimeout;
    this.client = createClient(address, {
      connectionName: options.name ?? 'holystone-state',
      commandTimeout,
      // Without it, a peer that vanished silently would keep the socket open for minutes.
      socketTimeout: 2 * commandTimeout,
      connectTimeout: 5_000,
      disconnectTimeout: 500,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // 0: a command that waits for its reply when the connection breaks is rejected at once.
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_BACK_OFF_MS) + Math.random() * 100,
      // After a failover the old primary still answers, but takes no writes.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    // Every call under way may wait for the connection at the same time.
    this.client.setMaxListeners(0);
    this.client.on('error', (error) => this.#onProblem(problemOf(error)));
    this.client.on('close', () => this.#onProblem('the connection was closed'));
    this.client.on('ready', () => this.#onReady());
    if (!clusterOf(this.client)) this.client.on('connect', () => void this.#lookForLoading());
    this.#pings = setInterval(() => void this.#renewIfSilent(), options.pingEveryMs ?? PING_EVERY_MS).unref();
  }

  /** Is Redis connected and loaded, and did it reply to the last ping? A command may still fail. */
  get ready(): boolean {
    return !this.#closing && this.client.status === 'ready';
  }

  /** What to do if the server is a node of a cluster and the URL is that of a single server; it may take some writes. */
  get wrongKind(): string | undefined {
    return this.#isNode ? NODE_OF_CLUSTER : undefined;
  }

  /** Why it is not ready, and what to do. */
  get trouble(): string {
    const problem = this.#problem ?? 'it is not connected';
    return `Redis at ${this.address} does not answer: ${problem}; ${adviceFor(problem)}`;
  }

  /** Changes when the connection may have changed: another server may reply now. */
  get epoch(): number {
    // The nodes of a cluster come and go behind its client.
    if (clusterOf(this.client)) this.#epoch++;
    return this.#epoch;
  }

  /** The server of a key, as far as the clock of that server is concerned; the servers of a cluster are known by key. */
  serverOf(key: string): string {
    return clusterOf(this.client) ? key : this.address;
  }

  /** One connection per server that takes writes. */
  primaries(): readonly Redis[] {
    return clusterOf(this.client)?.nodes('master') ?? [this.client];
  }

  /** Waits until Redis is reachable, however long it takes; rejects when the signal aborts or it was closed. */
  async whenReady(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.ready) return;
    if (this.client.status === 'end') throw this.#error('waiting for Redis', new Error('the connection was closed'));
    let forget = () => {};
    const ready = new Promise<void>((resolve, reject) => {
      const onAbort = () => reject(signal?.reason);
      const onEnd = () => reject(this.#error('waiting for Redis', new Error('the connection was closed')));
      this.client.once('ready', resolve);
      this.client.once('end', onEnd);
      signal?.addEventListener('abort', onAbort, { once: true });
      forget = () => {
        this.client.off('ready', resolve);
        this.client.off('end', onEnd);
        signal?.removeEventListener('abort', onAbort);
      };
    });
    await ready.finally(forget);
  }

  /** Runs commands; every failure becomes a `StoreError` with the action, the address and the advice. */
  async command<T>(operation: string, run: (client: Redis) => Promise<T>): Promise<T> {
    this.#gather();
    try {
      return await run(this.client);
    } catch (error) {
      throw this.#error(operation, error);
    }
  }

  /**
   * Commands of one turn leave in one write: a page reads a hundred namespaces, and a write to a socket costs more than
   * the command in it. Their order stays. (A cluster has a socket per node, and each command its own write.)
   */
  #gather(): void {
    const stream = clusterOf(this.client) ? undefined : this.client.stream;
    if (!stream || stream === this.#gathering) return;
    this.#gathering = stream;
    stream.cork();
    process.nextTick(() => {
      this.#gathering = undefined;
      stream.uncork();
    });
  }

  /** Breaks a connection that gives no more replies; the next one may work. */
  async renew(): Promise<void> {
    if (!this.ready) return;
    const closed = once(this.client, 'close');
    const cluster = clusterOf(this.client);
    if (cluster) cluster.disconnect(true);
    else this.client.stream.destroy();
    await closed;
  }

  /** @param finish resolves when work in the background, which no caller waits for, has sent all its commands */
  beforeClose(finish: () => Promise<void>): void {
    this.#unfinished.push(finish);
  }

  /** Lets work in the background (at most as long as one command may take) and running commands finish, then disconnects. */
  async close(): Promise<void> {
    if (this.ready) {
      const finished = Promise.all(this.#unfinished.map((finish) => finish()));
      await Promise.race([finished, delay(this.#commandTimeoutMs, undefined, { ref: false })]);
    }
    const isOpen = this.ready;
    this.#closing = true;
    clearInterval(this.#pings);
    if (isOpen) await this.client.quit().catch(() => undefined);
    this.client.disconnect();
  }

  /** An error reply counts as a reply; the client replaces a broken connection by itself. */
  async #renewIfSilent(): Promise<void> {
    if (!this.ready || this.#pinging) return;
    this.#pinging = true;
    const { stream } = this.client;
    try {
      await this.client.ping();
    } catch (error) {
      if (messageOf(error) !== TIMED_OUT || !this.ready || this.client.stream !== stream) return;
      this.#onProblem(problemOf(error));
      await this.renew().catch(() => undefined);
    } finally {
      this.#pinging = false;
    }
  }

  #error(operation: string, cause: unknown): StoreError {
    if (cause instanceof StoreError) return cause;
    const problem = this.ready ? problemOf(cause) : (this.#problem ?? problemOf(cause));
    const todo = this.wrongKind ?? adviceFor(problem);
    return new StoreError(`${operation}: Redis at ${this.address}: ${problem}; ${todo}`, { cause });
  }

  #onProblem(problem: string): void {
    if (this.#closing) return;
    // The cause of the break is more useful than the close that follows it.
    if (problem !== 'the connection was closed' || this.#problem === undefined) this.#problem = problem;
    const now = performance.now();
    if (now - this.#warnedAt < REMIND_MS) return;
    this.#warnedAt = now;
    const fields = { address: this.address, problem: this.#problem, todo: adviceFor(this.#problem) };
    this.#log.warn(fields, 'Redis is not reachable, trying again with back-off');
  }

  #onReady(): void {
    this.#epoch++;
    if (this.#problem !== undefined) this.#log.info({ address: this.address }, 'Redis is reachable again');
    this.#problem = undefined;
    this.#warnedAt = Number.NEGATIVE_INFINITY;
    if (this.#isSingle) void this.#lookForCluster();
  }

  /** A user without the right to ask learns it from the first command of another node. */
  async #lookForCluster(): Promise<void> {
    this.#isNode = await infoHas(this.client, 'cluster', 'cluster_enabled:1');
  }

  /** The client waits in silence while a server loads its data. */
  async #lookForLoading(): Promise<void> {
    if ((await infoHas(this.client, 'persistence', 'loading:1')) && !this.ready) this.#onProblem(LOADING);
  }
}
