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
