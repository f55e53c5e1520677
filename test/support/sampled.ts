/** Suites that loop over everything that can go wrong try a part of it in CI, and all of it in `.ci/nightly`. */

/** HOLYSTONE_EXHAUSTIVE=true: nothing is left out. */
export const EXHAUSTIVE = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

/** What is tried now: everything, or the first and the last of each kind. The order stays. */
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

/** What is tried now: everything, or every `step`-th, beginning with the one that `offset` says. */
export function everyNth<T>(all: readonly T[], step: number, offset = 0): readonly T[] {
  return EXHAUSTIVE ? all : all.filter((_, index) => index % step === offset % step);
}
