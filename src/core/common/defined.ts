type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: a field that is `undefined` becomes absent. */
export function defined<T extends object>(fields: T): Defined<T> {
  const made: Defined<T> = {};
  // A loop: it is called for every resource of a survey.
  for (const key in fields) {
    if (fields[key] !== undefined) made[key] = fields[key] as Exclude<T[typeof key], undefined>;
  }
  return made;
}

/** The list, or `undefined` where it is empty. */
export function some<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length ? list : undefined;
}

/** The latest of those that are known and are dates; `undefined`: none is. */
export function latestOf(dates: readonly (Date | undefined)[]): Date | undefined {
  const times = dates.flatMap((date) => date?.getTime() ?? []).filter(Number.isFinite);
  return times.length > 0 ? new Date(Math.max(...times)) : undefined;
}
