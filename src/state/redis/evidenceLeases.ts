import { randomUUID } from 'node:crypto';
import type { MonotonicClock } from '../../core/common/clock.ts';
import type { StateDeps } from './deps.ts';
import { RedisTime } from './redisTime.ts';
import { loadScript } from './script.ts';

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
