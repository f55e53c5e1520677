/** Stored values of so many characters are remembered together; the longest unchanged ones are dropped first. */
const MOST_CHARACTERS = 8_000_000;

/** A value with the time at which it was read or learnt, ms since the epoch, under its keyed checksum. */
interface Dated {
  readonly at: number;
}

/**
 * The newest values that this process has seen, by key. A keyed checksum does not show that an older value of the same
 * place was put back, or that a value was removed: while a process remembers the newer one, neither has an effect.
 */
export class NewestSeen<V extends Dated> {
  readonly #seen = new Map<string, { readonly value: V; readonly size: number }>();
  #size = 0;

  /** The newer one of `stored` and the remembered one. */
  newer(key: string, stored: V | undefined): V | undefined {
    const known = this.#seen.get(key)?.value;
    if (stored === undefined || (known && known.at >= stored.at)) return known;
    this.replace(key, stored);
    return stored;
  }

  /** Remembers a value that this process stored itself, whatever was remembered before. */
  replace(key: string, value: V): void {
    this.forget(key);
    const size = key.length + JSON.stringify(value).length;
    this.#seen.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#seen.keys()) {
      if (this.#size <= MOST_CHARACTERS) break;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    this.#size -= this.#seen.get(key)?.size ?? 0;
    this.#seen.delete(key);
  }
}
