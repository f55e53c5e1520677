import type { Mention } from '../../mentions/mention.ts';

/**
 * What things mention that never change, of one listing in one place: each is read once, however many there are, so that
 * evidence for a deletion stays fresh.
 */
export class Unchanging {
  #known = new Map<string, readonly Mention[]>();
  #current = new Map<string, readonly Mention[]>();

  /** @param key tells the thing from every other, also from one that is made again under the same name */
  known(key: string): readonly Mention[] | undefined {
    const mentions = this.#current.get(key) ?? this.#known.get(key);
    if (mentions) this.#current.set(key, mentions);
    return mentions;
  }

  keep(key: string, mentions: readonly Mention[]): void {
    this.#current.set(key, mentions);
  }

  /** @param read `undefined`: a new one may be in the listing before AWS can describe it */
  async of(key: string, read: () => Promise<readonly Mention[] | undefined>): Promise<readonly Mention[] | undefined> {
    const known = this.known(key);
    if (known) return known;
    const mentions = await read();
    if (mentions) this.keep(key, mentions);
    return mentions;
  }

  /** After a complete listing. */
  forgetUnasked(): void {
    this.#known = this.#current;
    this.#current = new Map();
  }

  destroy(): void {
    this.#known.clear();
    this.#current.clear();
  }
}
