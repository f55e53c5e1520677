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

/**
 * A property's run: on a busy machine fewer values rather than a longer suite, but always one, and all of them where no
 * limit is given. A failure is shrunk without a limit.
 */
export function asLongAs<T extends readonly unknown[]>(
  limitMs: number | undefined,
  run: (...given: T) => Promise<void>,
): (...given: T) => Promise<void> {
  let end: number | undefined;
  let failed = false;
  return async (...given) => {
    if (end !== undefined && !failed && performance.now() > end) return;
    end ??= performance.now() + (limitMs ?? Number.POSITIVE_INFINITY);
    try {
      await run(...given);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
}
