/**
 * Long work in steps, with a turn of the event loop between two of them. Timers, sockets and the heartbeats of locks
 * only run in such a turn: a step that takes as long as a lock lives loses the locks of every pass of the process.
 */

/** So many resources a step: about 10 ms of the costliest work there is for one, which is its row in a message. */
const STEP = 50;

/** Lets everything else that waits run once. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The same list, a step at a time, with a turn of the event loop between two steps. */
export async function* inSteps<T>(all: readonly T[], step = STEP): AsyncGenerator<readonly T[]> {
  for (let from = 0; from < all.length; from += step) {
    if (from > 0) await turn();
    yield all.slice(from, from + step);
  }
}

/** As `all.map(map)`, in steps. */
export async function mapInSteps<T, R>(all: readonly T[], map: (one: T) => R): Promise<R[]> {
  const results: R[] = [];
  for await (const some of inSteps(all)) for (const one of some) results.push(map(one));
  return results;
}
