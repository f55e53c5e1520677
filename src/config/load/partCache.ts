/** Parts of one configuration file that many namespaces share. */
import { hashOf } from './hashOf.ts';

const parts = new WeakMap<object, Map<string, unknown>>();

/** A part of one file, made at its first use and cached. An error is not cached. */
export function cachedPart<T>(file: object, name: string, make: () => T): T {
  const made = parts.get(file) ?? new Map<string, unknown>();
  parts.set(file, made);
  if (!made.has(name)) made.set(name, make());
  return made.get(name) as T;
}

/** The same for a part that is also in the hash of every namespace. */
export function cachedHashedPart<T>(
  file: object,
  name: string,
  make: () => T,
): { readonly part: T; readonly hash: string } {
  return cachedPart(file, name, () => {
    const part = make();
    return { part, hash: hashOf(part) };
  });
}
