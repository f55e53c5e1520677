/**
 * The lock of a namespace: redlock on one Redis, used only for three atomic scripts. This module renews the lock
 * itself, because redlock's `using` retries a lost lock in a hot loop and reports the loss late.
 */
import Redlock, { ExecutionError, type Lock, ResourceLockedError } from 'redlock';
import { type MonotonicClock, systemMonotonicClock } from '../core/common/clock.ts';
import { LockLostError } from '../core/common/errors.ts';
import type { Lease, NamespaceLock } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import { namespaceKeys } from '../state/redis/keys.ts';

/** Redis counts expiry in whole milliseconds, and its clock may run a little faster than ours. */
const DRIFT_SHARE = 0.01;
const DRIFT_MS = 2;

/** The daemon and the commands lock namespaces with the defaults; tests pass shorter times or a clock. */
export interface LockOptions {
  /** How long a lock outlives its owner, ms; renewed at a third of it. Default 30 s. */
  readonly ttlMs?: number;
  /** Default: the monotonic clock of this process. */
  readonly clock?: MonotonicClock;
}

/** A lease that its owner can give up while the work may still be busy. */
export interface AbandonableLease extends Lease {
  /** Stops the renewal: the lease is lost now, but the lock is free for others only when its time is over. */
  abandon(): void;
}

/** {@link NamespaceLock} with leases that can be given up. */
export interface AbandonableLock extends NamespaceLock {
  acquire(namespace: Namespace): Promise<AbandonableLease | undefined>;
}

/** The lock's value in Redis is the fence of every write of the pass (law 9). */
export class RedisNamespaceLock implements AbandonableLock {
  readonly #connection: RedisConnection;
  readonly #redlock: Redlock;
  readonly #ttlMs: number;
  readonly #clock: MonotonicClock;

  constructor(connection: RedisConnection, options: LockOptions = {}) {
    this.#connection = connection;
    this.#redlock = new Redlock([connection.client], { retryCount: 0, driftFactor: DRIFT_SHARE });
    this.#ttlMs = options.ttlMs ?? 30_000;
    this.#clock = options.clock ?? systemMonotonicClock;
  }

  /**
   * `undefined` when another instance has the lock.
   * @throws StoreError when Redis does not reply
   */
  acquire(namespace: Namespace): Promise<AbandonableLease | undefined> {
    return this.#connection.command(`locking ${namespace}`, async () => {
      const askedAt = this.#clock.monotonicMs();
      try {
        const lock = await this.#redlock.acquire([namespaceKeys(namespace).lock], this.#ttlMs);
        return new RenewingLease(lock, this.#ttlMs, askedAt, this.#clock);
      } catch (error) {
        const refusal = await refusalOf(error);
        if (refusal instanceof ResourceLockedError) return undefined;
        throw refusal ?? error;
      }
    });
  }
}

/** Renews after a third of the time to live; every time counts from before the request. */
class RenewingLease implements AbandonableLease {
  readonly token: string;
  readonly #clock: MonotonicClock;
  readonly #ttlMs: number;
  readonly #lost = new AbortController();
  #lock: Lock;
  #validUntil: number;
  #renewal: NodeJS.Timeout;
  #expiry: NodeJS.Timeout;

  constructor(lock: Lock, ttlMs: number, askedAt: number, clock: MonotonicClock) {
    this.token = lock.value;
    this.#lock = lock;
    this.#ttlMs = ttlMs;
    this.#clock = clock;
    this.#validUntil = this.#validFrom(askedAt);
    this.#renewal = this.#renewIn(ttlMs / 3);
    this.#expiry = this.#expire();
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  remainingMs(): number {
    if (this.#lost.signal.aborted) return 0;
    return Math.max(0, this.#validUntil - this.#clock.monotonicMs());
  }

  abandon(): void {
    clearTimeout(this.#renewal);
    clearTimeout(this.#expiry);
    this.#lost.abort(new LockLostError('the lock is lost'));
  }

  /** Never rejects: a lock that cannot be released expires. Frees it only while the value is still ours. */
  async release(): Promise<void> {
    this.abandon();
    await this.#lock.release().catch(() => {});
  }

  async #renew(): Promise<void> {
    const askedAt = this.#clock.monotonicMs();
    try {
      const renewed = await this.#lock.extend(this.#ttlMs);
      if (this.#lost.signal.aborted) return;
      this.#lock = renewed;
      this.#validUntil = this.#validFrom(askedAt);
      clearTimeout(this.#expiry);
      this.#expiry = this.#expire();
      this.#renewal = this.#renewIn(this.#ttlMs / 3);
    } catch (error) {
      // An outage may end while the lock is still ours; otherwise the lock expires.
      if ((await refusalOf(error)) instanceof ResourceLockedError) this.abandon();
      else if (!this.#lost.signal.aborted) this.#renewal = this.#renewIn(this.#ttlMs / 10);
    }
  }

  #renewIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#renew(), ms).unref();
  }

  #expire(): NodeJS.Timeout {
    return setTimeout(() => this.abandon(), this.remainingMs()).unref();
  }

  #validFrom(askedAt: number): number {
    return askedAt + this.#ttlMs * (1 - DRIFT_SHARE) - DRIFT_MS;
  }
}

/** Contention and outage are the same error class in redlock; only the votes against show the difference. */
async function refusalOf(error: unknown): Promise<Error | undefined> {
  if (!(error instanceof ExecutionError)) return undefined;
  for (const attempt of error.attempts) {
    const { votesAgainst } = await attempt;
    for (const refusal of votesAgainst.values()) return refusal;
  }
  return undefined;
}
