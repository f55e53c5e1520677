/** Requests in progress at once; a pacer bounds their rate. */
const AT_ONCE = 8;

/** Work on many items, several at a time. The first failure ends the others before their next item. */
export async function each<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let isOver = false;
  const go = async () => {
    for (let next = waiting.next(); !next.done; next = waiting.next()) {
      if (isOver) return;
      try {
        await work(next.value);
      } catch (error) {
        isOver = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, go));
}
