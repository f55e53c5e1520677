import { randomUUID } from 'node:crypto';
import type { MonotonicClock } from '../../core/common/clock.ts';
import type { StateDeps } from './deps.ts';
import { loadScript } from './script.ts';

/**
 * Converts Redis's clock to our monotonic clock. A Redis time never becomes a later local time than it was: a clock
 * that is set back must not make old data look young. So the largest lead of Redis's clock counts as long as Redis may
 * still store an entry from that time.
 */
export class RedisTime {
  readonly #keptMs: number;
  /** Leads of the Redis clock, ms, with the time of each; falling: a later greater lead replaces the smaller ones. */
  #heard: readonly { readonly ahead: number; readonly at: number }[] = [];

  /** @param keptMs how long Redis keeps an entry, ms by its clock */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /**
   * Redis's clock was `redisNow` at some moment after `askedAt` (monotonic ms).
   * @returns the ms to subtract from a Redis time to get a local one
   */
  heard(redisNow: number, askedAt: number): number {
    // In steps, so that a clock that slowly falls behind does not fill the memory. Redis reports whole milliseconds.
    const ahead = Math.ceil((redisNow + 1 - askedAt) / STEP_MS) * STEP_MS;
    const isOver = (then: { ahead: number; at: number }) => askedAt - then.at > this.#keptMs + (then.ahead - ahead);
    const before = this.#heard.filter((then) => then.ahead > ahead && !isOver(then));
    this.#heard = [...before, { ahead, at: askedAt }];
    return this.#heard[0]?.ahead ?? ahead;
  }
}

const STEP_MS = 10;

const TAKE = loadScript('takeEvidence', ['entry', 'lease']);
const RENEW = loadScript('renewEvidence', ['lease']);

/** The evidence to read: its name for errors, and its keys in Redis. */
export interface Subject {
  /** SHA-256 of the key of the evidence, hex. */
  readonly of: string;
  readonly shown: string;
  readonly keys: { readonly entry: string; readonly lease: string };
}

/** The shared entry, or the lease of its reader. */
export interface LeaseReply {
  readonly says: 'entry' | 'mine' | 'theirs';
  /** The head of the entry, or the lease. */
  readonly value: string;
  readonly redisNow: number;
  /** Subtract this from a Redis time to get a monotonic local time that is not later. */
  readonly ahead: number;
}

/** Leases for the reading of evidence: one instance reads for all, holds the lease and renews it. */
export class EvidenceLeases {
  readonly #deps: StateDeps;
  readonly #monotonic: MonotonicClock;
  readonly #leaseMs: number;
  readonly #time: RedisTime;

  /** @param times how long a lease outlives its owner, and how long an entry is kept, ms */
  constructor(deps: StateDeps, monotonic: MonotonicClock, times: { leaseMs: number; keptMs: number }) {
    this.#deps = deps;
    this.#monotonic = monotonic;
    this.#leaseMs = times.leaseMs;
    this.#time = new RedisTime(times.keptMs);
  }

  /** The entry or, if it is absent or `useless`, the lease: a new one of ours, or the one of another instance. */
  async take(
    { of, shown, keys }: Subject,
    useless: { readonly head: string; readonly lease: string },
  ): Promise<LeaseReply> {
    const askedAt = this.#monotonic.monotonicMs();
    const [time, says, value] = (await this.#deps.scripts.read(TAKE, {
      operation: `checking the lease on ${shown}`,
      keys,
      args: [this.#token(of), this.#leaseMs, useless.head, useless.lease],
    })) as [string, LeaseReply['says'], string];
    const redisNow = Number(time);
    return { says, value, redisNow, ahead: this.#time.heard(redisNow, askedAt) };
  }

  /** Did a holder of a signing key take this lease? Waiting for another client would only lose time. */
  isGenuine({ of }: Subject, lease: string): boolean {
    const [, id = '', checksum] = /^\d+\|([0-9a-f-]{36})\.(.+)$/.exec(lease) ?? [];
    return this.#deps.seal.check(['lease', of], id, checksum) === 'valid';
  }

  #token(of: string): string {
    const id = randomUUID();
    return `${id}.${this.#deps.seal.sign(['lease', of], id)}`;
  }

  /** Renews the lease until the caller calls the returned function. */
  renew(subject: Subject, lease: string): () => void {
    const renewal = setInterval(() => this.#expireIn(subject, lease, this.#leaseMs), this.#leaseMs / 3).unref();
    return () => clearInterval(renewal);
  }

  /** Frees the lease for the next instance. */
  giveBack(subject: Subject, lease: string): void {
    this.#expireIn(subject, lease, 0);
  }

  /** Ignores errors: the lease expires by itself. */
  #expireIn({ keys, shown }: Subject, lease: string, ms: number): void {
    const call = { operation: `renewing the lease on ${shown}`, keys: { lease: keys.lease }, args: [lease, ms] };
    this.#deps.scripts.read(RENEW, call).catch(() => undefined);
  }
}

/** When the lease was taken, ms since the epoch by Redis's clock; NaN for a text that is no lease. */
export function sinceOf(lease: string): number {
  return Number(/^(\d+)\|/.exec(lease)?.[1] ?? Number.NaN);
}
