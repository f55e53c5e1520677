import type { Clock, MonotonicClock } from '../../core/common/clock.ts';
import { type ClockJump, unpassedMs } from '../../core/common/clockJumps.ts';

/** No clock drifts further than this, ms, between two looks: a person set it, or the machine slept. */
const JUMP_MS = 60_000;
/** Older jumps are forgotten: no clock is set so often. */
const MOST_JUMPS = 100;

/** Checks whether business time passes as real time does, as long as this process lives. */
export class ClockWitness {
  readonly #clock: Clock;
  readonly #steady: MonotonicClock;
  readonly #jumps: ClockJump[] = [];
  #since: number;
  #offsetMs: number;

  /** @param steady counts neither a step of the clock nor the sleep of the machine */
  constructor(clock: Clock, steady: MonotonicClock) {
    this.#clock = clock;
    this.#steady = steady;
    this.#since = clock.now();
    this.#offsetMs = this.#since - steady.monotonicMs();
  }

  /** Since when both clocks have kept step: the start, or the last jump; ms since the epoch. */
  since(): number {
    this.look();
    return this.#since;
  }

  /** How much of the time since `startedAt` by the clock may not have passed, ms. */
  unpassedMs(startedAt: number): number {
    this.look();
    return unpassedMs(this.#jumps, startedAt);
  }

  /** Compares the clocks: of two jumps between two looks it sees only the sum. */
  look(): void {
    const now = this.#clock.now();
    const offsetMs = now - this.#steady.monotonicMs();
    const byMs = offsetMs - this.#offsetMs;
    this.#offsetMs = offsetMs;
    if (Math.abs(byMs) <= JUMP_MS) return;
    this.#since = now;
    this.#jumps.push({ from: now - byMs, byMs });
    if (this.#jumps.length > MOST_JUMPS) this.#jumps.shift();
  }
}
