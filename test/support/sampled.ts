/** Suites that loop over all failures try a part of them in CI, and all of them in `.ci/nightly`. */

/** HOLYSTONE_EXHAUSTIVE=true: tries all. */
export const EXHAUSTIVE = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

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
