/**
 * A set of seen ids: 16 to 32 bytes per id; a million strings in a Set would take several times as much.
 * It stores 53 bits of a hash. With a million ids, two of them collide in one of 20,000 sets; so use it only where a
 * wrong "seen" is the safe answer.
 */
export class IdSet {
  #slots = new Float64Array(1024);
  #size = 0;

  /** @returns `false` when the set already contained it */
  add(id: string): boolean {
    if (this.#size * 2 >= this.#slots.length) this.#grow();
    if (!put(this.#slots, hashOf(id))) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const hash of this.#slots) if (hash !== EMPTY) put(larger, hash);
    this.#slots = larger;
  }
}

const EMPTY = 0;

/** Open addressing with linear probing; the length is a power of two, and at most half of the slots are used. */
function put(slots: Float64Array, hash: number): boolean {
  const last = slots.length - 1;
  for (let at = hash % slots.length; ; at = (at + 1) & last) {
    if (slots[at] === hash) return false;
    if (slots[at] === EMPTY) {
      slots[at] = hash;
      return true;
    }
  }
}

/** 53 bits of two 32-bit FNV-1a hashes; never {@link EMPTY}. http://www.isthe.com/chongo/tech/comp/fnv/ */
function hashOf(id: string): number {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0) || 1;
}
