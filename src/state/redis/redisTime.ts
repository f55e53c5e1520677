/**
 * Redis's clock in terms of our monotonic one. Instants of Redis become instants of ours, and never later ones than they
 * were: a clock that is set back must not make young what is old, so the furthest that it was ahead of ours counts for as
 * long as anything from then can still be there.
 */
export class RedisTime {
  readonly #keptMs: number;
  /** How far Redis was ahead of us, ms, and when that was last heard; falling, as what is exceeded later says nothing. */
  #heard: readonly { readonly ahead: number; readonly at: number }[] = [];

  /** @param keptMs how long, by Redis's clock, what is stored stays there */
  constructor(keptMs: number) {
    this.#keptMs = keptMs;
  }

  /**
   * Redis said that it was `redisNow`, at some moment since we asked (monotonic ms).
   * @returns what to take off an instant of Redis, so that it is one of ours
   */
  heard(redisNow: number, askedAt: number): number {
    // In steps, so that a clock that falls behind ever so slowly does not fill the memory. Redis tells whole milliseconds.
    const ahead = Math.ceil((redisNow + 1 - askedAt) / STEP_MS) * STEP_MS;
    const isOver = (then: { ahead: number; at: number }) => askedAt - then.at > this.#keptMs + (then.ahead - ahead);
    const before = this.#heard.filter((then) => then.ahead > ahead && !isOver(then));
    this.#heard = [...before, { ahead, at: askedAt }];
    return this.#heard[0]?.ahead ?? ahead;
  }
}

const STEP_MS = 10;
