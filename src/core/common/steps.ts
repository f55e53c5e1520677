/**
 * Long work in steps, with a turn of the event loop between two of them. Timers, sockets and the heartbeats of locks
 * only run in such a turn: a step that takes as long as a lock's lifetime loses the locks of all passes of the process.
 */

/** Resources per step: about 10 ms of the costliest work per resource, which is its row in a message. */
const STEP = 50;
/** The same for light work on each resource: compare it, put it into a map, copy it. */
export const LIGHT_STEP = 2_000;

/** One turn of the event loop: all other waiting work can run once. */
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

/** Pure work that may be interrupted: it yields between two of its steps. {@link atOnce} or {@link inTurns} runs it. */
export type Stepwise<T> = Generator<undefined, T, undefined>;

/** All steps at once, for callers that block no other work. */
export function atOnce<T>(work: Stepwise<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** All steps, with a turn of the event loop between two of them. */
export async function inTurns<T>(work: Stepwise<T>): Promise<T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await turn();
  }
}

/** Like `all.toSorted()`, of strings or by `compare`: it sorts short runs and merges them two by two. */
export function sorting(all: readonly string[]): Stepwise<readonly string[]>;
export function sorting<T>(all: readonly T[], compare: (a: T, b: T) => number): Stepwise<readonly T[]>;
export function* sorting<T>(all: readonly T[], compare: (a: T, b: T) => number = inCodeUnits): Stepwise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let from = 0; from < all.length; from += LIGHT_STEP) {
    runs.push(all.slice(from, from + LIGHT_STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2) longer.push(yield* merging(runs[i] ?? [], runs[i + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merging<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Stepwise<readonly T[]> {
  const all: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const isLeft = j === b.length || (i < a.length && compare(a[i] as T, b[j] as T) <= 0);
    all.push((isLeft ? a[i++] : b[j++]) as T);
    if (all.length % LIGHT_STEP === 0) yield;
  }
  return all;
}

function inCodeUnits<T>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Like `all.map(map)`, in steps. */
export async function mapInSteps<T, R>(all: readonly T[], map: (one: T) => R, step = STEP): Promise<R[]> {
  const results: R[] = [];
  for await (const some of inSteps(all, step)) for (const one of some) results.push(map(one));
  return results;
}

/** Like `all.filter(isMeant)`, in steps. */
export async function filterInSteps<T>(all: readonly T[], isMeant: (one: T) => boolean, step = STEP): Promise<T[]> {
  const meant: T[] = [];
  for await (const some of inSteps(all, step)) for (const one of some) if (isMeant(one)) meant.push(one);
  return meant;
}
