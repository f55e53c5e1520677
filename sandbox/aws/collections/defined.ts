/** The members that were given. The sandbox has its own: the oracle is to share nothing with what it watches. */
export function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
