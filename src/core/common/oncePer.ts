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

/** More different texts than the tag keys, or the values of one attribute, that resources of one place usually have. */
export const MOST_REMEMBERED = 10_000;

/** The same for texts that many resources share, such as the keys of tags; the first {@link MOST_REMEMBERED} are remembered. */
export function oncePerText<Made>(make: (text: string) => Made): (text: string) => Made {
  const results = new Map<string, { readonly made: Made }>();
  return (text) => {
    const known = results.get(text);
    if (known) return known.made;
    const made = make(text);
    if (results.size < MOST_REMEMBERED) results.set(text, { made });
    return made;
  };
}
