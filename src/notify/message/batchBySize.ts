import { inSteps } from '../../core/common/steps.ts';

/** Fills posts, each with at most `maxBytes`; a larger item gets its own post. */
export class Packing {
  readonly #maxBytes: number;
  #bytes = Number.POSITIVE_INFINITY;
  #posts = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns the number of posts after adding an item of `size` bytes, which is in the last one */
  add(size: number): number {
    if (this.#bytes + size > this.#maxBytes) {
      this.#posts++;
      this.#bytes = 0;
    }
    this.#bytes += size;
    return this.#posts;
  }
}

/**
 * As few posts as possible, each of at most `maxBytes`; a larger item gets its own post.
 * @param sizeOf bytes of an item in a post
 */
export async function batchBySize<T>(
  all: readonly T[],
  sizeOf: (one: T) => number,
  maxBytes: number,
): Promise<readonly (readonly T[])[]> {
  const packing = new Packing(maxBytes);
  const posts: T[][] = [];
  for await (const some of inSteps(all)) {
    for (const one of some) {
      if (packing.add(sizeOf(one)) > posts.length) posts.push([]);
      posts.at(-1)?.push(one);
    }
  }
  return posts;
}

/** Bytes in a list, with the comma. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}
