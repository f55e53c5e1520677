/** Token buckets of this process alone. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type MonotonicClock, systemMonotonicClock } from '../../core/common/clock.ts';
import type { CallBucket, CallPacer } from '../../core/ports/ports.ts';
import { bucketKey } from './keys.ts';
import { type BucketState, DEFAULT_PACER, halve, type PacerSettings, takeToken } from './tokenBucket.ts';

/** By monotonic time; for commands without Redis, whose client they do not load. */
export class LocalCallPacer implements CallPacer {
  readonly #settings: PacerSettings;
  readonly #clock: MonotonicClock;
  readonly #buckets = new Map<string, BucketState>();

  constructor(settings: Partial<PacerSettings> = {}, clock: MonotonicClock = systemMonotonicClock) {
    this.#settings = checked(settings);
    this.#clock = clock;
  }

  async take(bucket: CallBucket, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const key = bucketKey(bucket);
    const { state, waitMs } = takeToken(bucket, this.#settings, this.#buckets.get(key), this.#clock.monotonicMs());
    this.#buckets.set(key, state);
    await wait(waitMs, signal, () => this.#giveBack(key));
  }

  async throttled(bucket: CallBucket): Promise<void> {
    const key = bucketKey(bucket);
    this.#buckets.set(key, halve(bucket, this.#settings, this.#buckets.get(key), this.#clock.monotonicMs()));
  }

  #giveBack(key: string): void {
    const state = this.#buckets.get(key);
    if (state) this.#buckets.set(key, { ...state, tokens: state.tokens + 1 });
  }
}

/** @throws the signal's reason, after `giveBack` */
export async function wait(waitMs: number, signal: AbortSignal, giveBack: () => void): Promise<void> {
  if (waitMs <= 0) return;
  // Every waiting call listens to the one signal of its pass.
  setMaxListeners(0, signal);
  try {
    await delay(waitMs, undefined, { signal });
  } catch {
    giveBack();
    throw signal.reason;
  }
}

/** @throws RangeError */
export function checked(settings: Partial<PacerSettings>): PacerSettings {
  const { share, recoveryMs } = { ...DEFAULT_PACER, ...settings };
  if (!(share > 0 && share <= 1))
    throw new RangeError(`the share of a call rate is above 0 and at most 1, not ${share}`);
  if (!(recoveryMs > 0)) throw new RangeError(`the recovery of a call rate is above 0 ms, not ${recoveryMs}`);
  return { share, recoveryMs };
}
