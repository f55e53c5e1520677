import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import { clusterOf, createClient } from './redisClient.ts';
import { parseRedisUrl } from './redisUrl.ts';

export interface RedisConnectionOptions {
  /** As redisUrl.ts says. */
  readonly url: string;
  readonly log: Logger;
  /** How long one command may take, ms. */
  readonly commandTimeoutMs?: number;
  /** How often it is asked for a sign of life, ms. */
  readonly pingEveryMs?: number;
  /** Shown by `CLIENT LIST`. */
  readonly name?: string;
}

const COMMAND_TIMEOUT_MS = 2_000;
const PING_EVERY_MS = 5_000;
const LONGEST_BACK_OFF_MS = 2_000;
/** While Redis stays away, a warning each. */
const REMIND_MS = 30_000;

/**
 * The state's own connection. A command that cannot be sent now fails now, one without an answer fails after its
 * time-out, and none is ever sent again behind our back: a script whose reply was lost may have run. (Only the client
 * of a cluster sends again what a node that went away left open: scripts count once, the few bare writes do no harm.)
 * Reconnects with back-off for ever; never throws from an event. It pings, as a Redis that hangs shows only when asked.
 *
 *   connecting ⇄ (back-off) ──► ready ──► connecting …          close() ends it from anywhere
 */
export class RedisConnection {
  readonly client: Redis;
  /** As it was given, without user and password. */
  readonly address: string;
  readonly #log: Logger;
  #problem: string | undefined;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #closing = false;
  #epoch = 0;
  #pinging = false;
  readonly #pings: NodeJS.Timeout;

  constructor(options: RedisConnectionOptions) {
    const address = parseRedisUrl(options.url);
    const commandTimeout = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    this.address = address.shown;
    this.#log = options.log;
    this.client = createClient(address, {
      connectionName: options.name ?? 'holystone-state',
      commandTimeout,
      // A peer that vanished without a word would keep the socket open for minutes.
      socketTimeout: 2 * commandTimeout,
      connectTimeout: 5_000,
      disconnectTimeout: 500,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // 0: what waits for an answer when the connection breaks is rejected at once.
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_BACK_OFF_MS) + Math.random() * 100,
      // After a failover the old primary still answers, but takes no writes.
      reconnectOnError: (error) => error.message.startsWith('READONLY'),
    });
    // As many as there are calls under way may wait for it to come back.
    this.client.setMaxListeners(0);
    this.client.on('error', (error) => this.#onProblem(problemOf(error)));
    this.client.on('close', () => this.#onProblem('the connection was closed'));
    this.client.on('ready', () => this.#onReady());
    this.#pings = setInterval(() => void this.#renewIfSilent(), options.pingEveryMs ?? PING_EVERY_MS).unref();
  }

  /** Is Redis connected, past its loading, and did it answer when it was last asked? A command may still fail. */
  get ready(): boolean {
    return !this.#closing && this.client.status === 'ready';
  }

  /** Another number when the connection may have changed since: what answers now may be another server. */
  get epoch(): number {
    // The nodes of a cluster come and go behind its client.
    if (clusterOf(this.client)) this.#epoch++;
    return this.#epoch;
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
    const { promise, resolve, reject } = deferred();
    const onAbort = () => reject(signal?.reason);
    const onEnd = () => reject(this.#error('waiting for Redis', new Error('the connection was closed')));
    this.client.once('ready', resolve);
    this.client.once('end', onEnd);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      await promise;
    } finally {
      this.client.off('ready', resolve);
      this.client.off('end', onEnd);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Runs commands; whatever fails becomes a `StoreError` that says what was being done, where, and what to do. */
  async command<T>(doing: string, run: (client: Redis) => Promise<T>): Promise<T> {
    try {
      return await run(this.client);
    } catch (error) {
      throw this.#error(doing, error);
    }
  }

  /** Breaks a connection on which nothing is answered any more; the next one may get through. */
  async renew(): Promise<void> {
    if (!this.ready) return;
    const closed = once(this.client, 'close');
    const cluster = clusterOf(this.client);
    if (cluster) cluster.disconnect(true);
    else this.client.stream.destroy();
    await closed;
  }

  /** Does Redis answer right now? */
  async ping(): Promise<void> {
    await this.command('pinging Redis', (client) => client.ping());
  }

  /** Lets what is under way finish, then disconnects for good. */
  async close(): Promise<void> {
    const isOpen = this.ready;
    this.#closing = true;
    clearInterval(this.#pings);
    if (isOpen) await this.client.quit().catch(() => undefined);
    this.client.disconnect();
  }

  /** What Redis refuses is an answer too, and a connection that broke is replaced anyway. */
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

  #error(doing: string, cause: unknown): StoreError {
    if (cause instanceof StoreError) return cause;
    const problem = this.ready ? problemOf(cause) : (this.#problem ?? problemOf(cause));
    return new StoreError(`${doing}: Redis at ${this.address}: ${problem}; ${adviceFor(problem)}`, { cause });
  }

  #onProblem(problem: string): void {
    if (this.#closing) return;
    // What broke it says more than that it was closed afterwards.
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
  }
}

/** ioredis's words for a command without an answer. */
export const TIMED_OUT = 'Command timed out';

/** ioredis's words for what happens to a command, in ours. */
const PROBLEMS: readonly (readonly [start: string, problem: string])[] = [
  ["Stream isn't writeable", 'it is not connected'],
  ['Reached the max retries per request', 'the connection broke before it answered'],
  [TIMED_OUT, 'it did not answer in time'],
];

function problemOf(error: unknown): string {
  // ECONNREFUSED on a name with two addresses comes as an AggregateError without a message.
  const code = error instanceof Error && error.message === '' && 'code' in error ? error.code : undefined;
  const message = typeof code === 'string' ? code : messageOf(error);
  return PROBLEMS.find(([start]) => message.startsWith(start))?.[1] ?? message;
}

function adviceFor(problem: string): string {
  if (/NOAUTH|WRONGPASS|NOPERM/.test(problem)) return 'correct the user and password in redis.url';
  if (/OOM|MISCONF/.test(problem)) return 'give it memory or disk space';
  if (/LOADING|READONLY|MASTERDOWN/.test(problem)) return 'it is starting or failing over; wait';
  return 'check that it runs and that redis.url is right';
}

function deferred() {
  let resolve: () => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
