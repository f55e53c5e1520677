import { randomUUID } from 'node:crypto';
import type { MonotonicClock } from '../../core/common/clock.ts';
import type { StateDeps } from './deps.ts';
import { RedisTime } from './redisTime.ts';
import { loadScript } from './script.ts';

const TAKE = loadScript('takeEvidence', ['entry', 'lease']);
const HOLD = loadScript('holdEvidence', ['lease']);

/** What is read, for errors too, and where it lies. */
export interface Subject {
  readonly shown: string;
  readonly keys: { readonly entry: string; readonly lease: string };
}

/** What is there, or who reads. */
export interface Heard {
  readonly says: 'entry' | 'mine' | 'theirs';
  /** The head of the entry, or the lease. */
  readonly value: string;
  readonly redisNow: number;
  /** What to take off an instant of Redis, so that it is one of ours (monotonic) and no later. */
  readonly ahead: number;
}

/** Who reads evidence for all: one at a time, who holds a lease and renews it. */
export class EvidenceLeases {
  readonly #deps: StateDeps;
  readonly #monotonic: MonotonicClock;
  readonly #leaseMs: number;
  readonly #time: RedisTime;

  /** @param times how long a lease outlives its holder, and what was read is kept, ms */
  constructor(deps: StateDeps, monotonic: MonotonicClock, times: { leaseMs: number; keptMs: number }) {
    this.#deps = deps;
    this.#monotonic = monotonic;
    this.#leaseMs = times.leaseMs;
    this.#time = new RedisTime(times.keptMs);
  }

  /** What is there but for what is of no use, else the lease: ours, or of whoever has it. */
  async take({ shown, keys }: Subject, useless: { readonly head: string; readonly lease: string }): Promise<Heard> {
    const askedAt = this.#monotonic.monotonicMs();
    const [time, says, value] = (await this.#deps.scripts.read(TAKE, {
      doing: `checking the lease on ${shown}`,
      keys,
      args: [randomUUID(), this.#leaseMs, useless.head, useless.lease],
    })) as [string, Heard['says'], string];
    const redisNow = Number(time);
    return { says, value, redisNow, ahead: this.#time.heard(redisNow, askedAt) };
  }

  /** Renews it until told to stop. */
  renew(subject: Subject, lease: string): () => void {
    const renewal = setInterval(() => this.#hold(subject, lease, this.#leaseMs), this.#leaseMs / 3).unref();
    return () => clearInterval(renewal);
  }

  /** Frees it for the next one. */
  giveBack(subject: Subject, lease: string): void {
    this.#hold(subject, lease, 0);
  }

  /** What cannot be done runs out by itself. */
  #hold({ keys, shown }: Subject, lease: string, ms: number): void {
    const call = { doing: `holding the lease on ${shown}`, keys: { lease: keys.lease }, args: [lease, ms] };
    this.#deps.scripts.read(HOLD, call).catch(() => undefined);
  }
}

/** Since when a lease is held, ms since the epoch by Redis's clock; NaN in what is none. */
export function sinceOf(lease: string): number {
  return Number(/^(\d+)\|/.exec(lease)?.[1] ?? Number.NaN);
}
