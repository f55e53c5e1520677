import { type MonotonicClock, steadyClock } from '../../core/common/clock.ts';

/** Two clocks that nobody sets may differ so much, ms, and by this share of the time between two looks. */
const APART_MS = 1_000;
const DRIFT_SHARE = 0.001;
const MOST_APART_MS = 5_000;
/** The look to compare with is at least so old, ms, or slow steps would not be seen. */
const COMPARED_MS = 30_000;

/** The time of Redis came between two instants of this process. All in ms. */
interface Heard {
  readonly redisMs: number;
  readonly askedAt: number;
  readonly answeredAt: number;
}

/**
 * Does the clock of Redis go as ours does? Redis ends a time to live by its wall clock: where that is set ahead, a lock is
 * free before its holder can know it. A machine that slept without counting sees such a step too, and is as late.
 */
export class RedisClock {
  readonly #clock: MonotonicClock;
  /** Of each server: the look to compare with. */
  readonly #known = new Map<string, Heard>();
  #steppedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: MonotonicClock = steadyClock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.monotonicMs();
  }

  /**
   * Compares one answer with an earlier one of the same server.
   * @param redisMs the time in the answer, ms since the epoch
   * @param askedAt when it was asked, by {@link now}
   */
  heard(server: string, redisMs: number, askedAt: number): void {
    const heard = { redisMs, askedAt, answeredAt: this.now() };
    const known = this.#known.get(server);
    const isStep = known !== undefined && isStepBetween(known, heard);
    if (isStep) this.#steppedAt = heard.answeredAt;
    if (!known || isStep || askedAt - known.askedAt >= COMPARED_MS) this.#known.set(server, heard);
  }

  /** Was the clock of a server set within the last `ms`? */
  hasStepped(ms: number): boolean {
    return this.now() - this.#steppedAt < ms;
  }
}

function isStepBetween(before: Heard, after: Heard): boolean {
  const passedMs = after.redisMs - before.redisMs;
  const most = after.answeredAt - before.askedAt;
  const least = after.askedAt - before.answeredAt;
  const apart = Math.min(APART_MS + most * DRIFT_SHARE, MOST_APART_MS);
  return passedMs > most + apart || passedMs < least - apart;
}
