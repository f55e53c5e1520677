/**
 * Loads the parts of the SDK one after the other, with a turn of the event loop between two. Loading one computes for a
 * tenth of a second; all those of a first survey at once would look as if Redis did not answer.
 */
import { setImmediate } from 'node:timers/promises';

type Load<T> = () => Promise<T>;

const loads = new WeakMap<Load<unknown>, Promise<unknown>>();
let before: Promise<unknown> = Promise.resolve();

/** @param load the same function gives the same part; one that failed is called again */
export function loadInTurn<T>(load: Load<T>): Promise<T> {
  const known = loads.get(load) as Promise<T> | undefined;
  if (known) return known;
  const loaded = before.then(load);
  const turn = () => setImmediate();
  before = loaded.then(turn, () => {
    loads.delete(load);
    return turn();
  });
  loads.set(load, loaded);
  return loaded;
}
