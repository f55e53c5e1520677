import type { Namespace } from '../resource/namespace.ts';

/**
 * Which resources are in quarantine, also where the configuration names their namespace no more. It is written before
 * one is put there, so it may name one that never was, and one that is there no more. Callers that write hold the
 * namespace's lock.
 */
export interface Quarantines {
  /** Those with something in quarantine. */
  namespaces(): Promise<readonly Namespace[]>;
  /** Where a namespace is, in the spelling that its provider knows. */
  location(namespace: Namespace): Promise<string>;
  ids(namespace: Namespace): Promise<readonly string[]>;
  add(namespace: Namespace, location: string, ids: readonly string[]): Promise<void>;
  remove(namespace: Namespace, ids: readonly string[]): Promise<void>;
  /** What a complete listing showed takes the place of what was known. */
  replace(namespace: Namespace, location: string, ids: readonly string[]): Promise<void>;
}
