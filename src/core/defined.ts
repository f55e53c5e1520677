type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The fields that have a value: what was not said stays absent, instead of being there as `undefined`. */
export function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
