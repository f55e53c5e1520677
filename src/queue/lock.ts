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
import { loadScript, ScriptRunner } from '../state/redis/script.ts';

const LOOK = loadScript('lookAtLock', ['lock']);
/** How often a holder looks whether the lock is still its own and the clock of Redis goes on, ms. */
const LOOK_MS = 1_000;

/** Redis counts expiry in whole milliseconds, and its clock may run a little faster than ours. */
const DRIFT_SHARE = 0.01;
const DRIFT_MS = 2;

/** The daemon and the commands lock namespaces with the defaults; tests pass shorter times or a clock. */
export interface LockOptions {
  /** How long a lock outlives its owner, ms; renewed at a third of it. Default 30 s. */
  readonly ttlMs?: number;
  /** Default: the longest time that may have passed in this process. */
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

/**
 * The lock's value in Redis is the fence of every write of the pass (law 9). Its time to live ends by the wall clock of
 * Redis. After a step of that clock its last holder may still count on it: nobody gets a lock for as long as it lasts.
 */
export class RedisNamespaceLock implements AbandonableLock {
  readonly #connection: RedisConnection;
  readonly #scripts: ScriptRunner;
  readonly #redlock: Redlock;
  readonly #ttlMs: number;
  readonly #clock: MonotonicClock;

  constructor(connection: RedisConnection, options: LockOptions = {}) {
    this.#connection = connection;
    this.#scripts = new ScriptRunner(connection);
    this.#redlock = new Redlock([connection.client], { retryCount: 0, driftFactor: DRIFT_SHARE });
    this.#ttlMs = options.ttlMs ?? 30_000;
    this.#clock = options.clock ?? systemMonotonicClock;
  }

  /**
   * `undefined` when another instance has the lock, or may still count on it.
   * @throws StoreError when Redis does not reply
   */
  acquire(namespace: Namespace): Promise<AbandonableLease | undefined> {
    return this.#connection.command(`locking ${namespace}`, async () => {
      const askedAt = this.#clock.monotonicMs();
      if ((await this.#holder(namespace)) !== '') return undefined;
      try {
        const lock = await this.#redlock.acquire([namespaceKeys(namespace).lock], this.#ttlMs);
        const isOurs = async () => (await this.#holder(namespace)) === lock.value;
        return new RenewingLease(lock, { ttlMs: this.#ttlMs, askedAt, clock: this.#clock, isOurs });
      } catch (error) {
        const refusal = await refusalOf(error);
        if (refusal instanceof ResourceLockedError) return undefined;
        throw refusal ?? error;
      }
    });
  }

  /** The value of the lock; '' = it is free; `undefined` = the clock of Redis was set, and nobody may count on it. */
  async #holder(namespace: Namespace): Promise<string | undefined> {
    const { clock } = this.#connection;
    const { lock } = namespaceKeys(namespace);
    const askedAt = clock.now();
    const call = { operation: `looking at the lock of ${namespace}`, keys: { lock }, args: [] };
    const [redisMs, holder] = (await this.#scripts.read(LOOK, call)) as [number, string];
    clock.heard(this.#connection.serverOf(lock), redisMs, askedAt);
    return clock.hasStepped(this.#ttlMs) ? undefined : holder;
  }
}

/** The parts of a lease that its lock gives it. Times in ms. */
interface LeaseTerms {
  readonly ttlMs: number;
  /** When the lock was requested, by `clock`. */
  readonly askedAt: number;
  readonly clock: MonotonicClock;
  /** Asks Redis; rejects when it does not reply. */
  readonly isOurs: () => Promise<boolean>;
}

/** Looks every second, and renews after a third of the time to live; every time counts from before the request. */
class RenewingLease implements AbandonableLease {
  readonly token: string;
  readonly #terms: LeaseTerms;
  readonly #lost = new AbortController();
  #lock: Lock;
  #validUntil: number;
  #look: NodeJS.Timeout;
  #expiry: NodeJS.Timeout;

  constructor(lock: Lock, terms: LeaseTerms) {
    this.token = lock.value;
    this.#lock = lock;
    this.#terms = terms;
    this.#validUntil = this.#validFrom(terms.askedAt);
    this.#look = this.#lookLater();
    this.#expiry = this.#expire();
  }

  get signal(): AbortSignal {
    return this.#lost.signal;
  }

  remainingMs(): number {
    if (this.#lost.signal.aborted) return 0;
    return Math.max(0, this.#validUntil - this.#terms.clock.monotonicMs());
  }

  abandon(): void {
    clearTimeout(this.#look);
    clearTimeout(this.#expiry);
    this.#lost.abort(new LockLostError('the lock is lost'));
  }

  /** Never rejects: a lock that cannot be released expires. Frees it only while the value is still ours. */
  async release(): Promise<void> {
    this.abandon();
    await this.#lock.release().catch(() => {});
  }

  /** An outage may end while the lock is still ours; otherwise the lock expires. */
  async #lookNow(): Promise<void> {
    try {
      if (!(await this.#terms.isOurs())) this.abandon();
      else if (this.remainingMs() <= (this.#terms.ttlMs * 2) / 3) await this.#renew();
    } catch {}
    if (!this.#lost.signal.aborted) this.#look = this.#lookLater();
  }

  async #renew(): Promise<void> {
    const { ttlMs, clock } = this.#terms;
    const askedAt = clock.monotonicMs();
    try {
      const renewed = await this.#lock.extend(ttlMs);
      if (this.#lost.signal.aborted) return;
      this.#lock = renewed;
      this.#validUntil = this.#validFrom(askedAt);
      clearTimeout(this.#expiry);
      this.#expiry = this.#expire();
    } catch (error) {
      if ((await refusalOf(error)) instanceof ResourceLockedError) this.abandon();
    }
  }

  #lookLater(): NodeJS.Timeout {
    return setTimeout(() => void this.#lookNow(), Math.min(LOOK_MS, this.#terms.ttlMs / 10)).unref();
  }

  #expire(): NodeJS.Timeout {
    return setTimeout(() => this.abandon(), this.remainingMs()).unref();
  }

  #validFrom(askedAt: number): number {
    return askedAt + this.#terms.ttlMs * (1 - DRIFT_SHARE) - DRIFT_MS;
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
