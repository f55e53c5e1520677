/**
 * Makes a function's result once for each object, and forgets it with the object. Only for objects that never change,
 * such as a loaded configuration, which may have tens of thousands of namespaces.
 */
export function oncePer<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const results = new WeakMap<Key, { readonly made: Made }>();
  return (key) => {
    const result = results.get(key) ?? { made: make(key) };
    results.set(key, result);
    return result.made;
  };
}
