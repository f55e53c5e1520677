/**
 * The store with some of its methods replaced. A copy by `...` would lose the methods of its class; here every other
 * method runs on the store itself, with its private fields.
 */
export function standIn<T extends object>(store: T, replaced: Partial<T>): T {
  return new Proxy(store, {
    get: (target, name) => {
      if (name in replaced) return replaced[name as keyof T];
      const value = target[name as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
