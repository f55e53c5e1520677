/**
 * Into as few posts as it takes, each of at most `maxBytes`; one that is larger stands alone.
 * @param sizeOf bytes, as it is written in a post
 */
export function packed<T>(all: readonly T[], sizeOf: (one: T) => number, maxBytes: number): readonly (readonly T[])[] {
  const posts: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of all) {
    const size = sizeOf(one);
    if (bytes + size > maxBytes) {
      posts.push([]);
      bytes = 0;
    }
    posts.at(-1)?.push(one);
    bytes += size;
  }
  return posts;
}

/** As it stands in a list, with the comma. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}
