/** Suites that loop over all failures, or over random cases, try a part of them in CI and all of them in `.ci/nightly`. */

/** HOLYSTONE_EXHAUSTIVE=true: tries all. */
export const EXHAUSTIVE = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

const MINUTES = process.env.HOLYSTONE_EXPLORE_MINUTES;
/** `npm run test:explore` says for how long each of its suites tries random cases. */
export const EXPLORE_MS = MINUTES === undefined ? undefined : Number(MINUTES) * 60_000;
/** No random case is that fast, so an exploration ends by its time. */
const FASTEST_MS = 100;

/** How many random cases a property tries. */
export function runsOf(inCi: number, nightly: number): number {
  if (EXPLORE_MS !== undefined) return Math.ceil(EXPLORE_MS / FASTEST_MS);
  return EXHAUSTIVE ? nightly : inCi;
}

/**
 * The runs of one property. On a busy machine there are fewer rather than a longer suite: those that would begin after the
 * limit pass at once. The first always runs, and so do those that look for a smaller case after a failure.
 */
export function within<T extends unknown[]>(limitMs: number, run: (...given: T) => Promise<void>) {
  let until = Number.POSITIVE_INFINITY;
  let isFirst = true;
  return async (...given: T): Promise<void> => {
    if (performance.now() > until) return;
    if (isFirst) until = performance.now() + limitMs;
    isFirst = false;
    try {
      await run(...given);
    } catch (error) {
      until = Number.POSITIVE_INFINITY;
      throw error;
    }
  };
}

/**
 * The columns that one row of a suite tries: all, or one of so many, beginning with another one in each row. So every row
 * is tried, and every column in some row.
 * @param row its number
 */
export function someOf<T>(all: readonly T[], oneOf: number, row: number): readonly T[] {
  return EXHAUSTIVE ? all : all.filter((_, index) => (index + row) % oneOf === 0);
}

/** The cases of this run: all, or the first and the last of each kind. The order stays. */
export function endsOfEachKind<T>(all: readonly T[], kindOf: (one: T) => string): readonly T[] {
  if (EXHAUSTIVE) return all;
  const first = new Map<string, T>();
  const last = new Map<string, T>();
  for (const one of all) {
    const kind = kindOf(one);
    if (!first.has(kind)) first.set(kind, one);
    last.set(kind, one);
  }
  const chosen = new Set([...first.values(), ...last.values()]);
  return all.filter((one) => chosen.has(one));
}
