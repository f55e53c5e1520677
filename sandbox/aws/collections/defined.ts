/** The defined members. The sandbox has its own copy: the oracle must share no code with the program it observes. */
export function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
