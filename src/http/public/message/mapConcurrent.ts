/** Replies of the store to wait for at once. */
const AT_ONCE = 20;

/** In the order of `items`. Rejects with the first failure, after the calls of the same batch have ended. */
export async function mapConcurrent<Item, T>(
  items: readonly Item[],
  ask: (item: Item) => Promise<T>,
): Promise<readonly T[]> {
  const answers: T[] = [];
  for (let i = 0; i < items.length; i += AT_ONCE) {
    const settled = await Promise.allSettled(items.slice(i, i + AT_ONCE).map(ask));
    for (const one of settled) {
      if (one.status === 'rejected') throw one.reason;
      answers.push(one.value);
    }
  }
  return answers;
}
