import type { Clock, MonotonicClock } from '../../core/common/clock.ts';

/** No clock drifts further than this, ms, between two looks: somebody set it, or the machine slept. */
const JUMP_MS = 60_000;

/** Checks whether business time passes as real time does, as long as this process lives. */
export class ClockWitness {
  readonly #clocks: { readonly clock: Clock; readonly monotonic: MonotonicClock };
  #since: number;
  #offsetMs: number;

  constructor(clocks: { readonly clock: Clock; readonly monotonic: MonotonicClock }) {
    this.#clocks = clocks;
    this.#since = clocks.clock.now();
    this.#offsetMs = this.#since - clocks.monotonic.monotonicMs();
  }

  /** Since when both clocks have kept step: the start, or the last jump; ms since the epoch. */
  since(): number {
    const now = this.#clocks.clock.now();
    const offsetMs = now - this.#clocks.monotonic.monotonicMs();
    if (Math.abs(offsetMs - this.#offsetMs) > JUMP_MS) this.#since = now;
    this.#offsetMs = offsetMs;
    return this.#since;
  }
}
