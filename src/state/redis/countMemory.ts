/** A count, and for a canary when it counted last, ms since the epoch. */
export interface Counted {
  readonly count: number;
  readonly at: number;
}

const MOST_COUNTS = 20_000;
const NOTHING: Counted = { count: 0, at: 0 };

/**
 * What this process counted last, by key, so that nobody who writes to Redis sets a counter back. Others may have given
 * places back since: then it counts a few too many, which does no harm. A count is of one incarnation of Redis.
 */
export class CountMemory {
  readonly #counts = new Map<string, Counted & { readonly incarnation: string }>();

  of(key: string): Counted & { readonly incarnation: string } {
    return this.#counts.get(key) ?? { ...NOTHING, incarnation: '' };
  }

  note(key: string, incarnation: string, counted: Counted): void {
    this.#counts.delete(key);
    this.#counts.set(key, { ...counted, incarnation });
    // The keys name the day; the oldest are of no use any more.
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MOST_COUNTS && oldest !== undefined) this.#counts.delete(oldest);
  }

  giveBack(key: string): void {
    const counted = this.#counts.get(key);
    if (counted && counted.count > 0) this.#counts.set(key, { ...counted, count: counted.count - 1 });
  }
}
