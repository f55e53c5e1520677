import type { Namespace } from '../resource/namespace.ts';

/**
 * Which resources are in quarantine, also where the configuration no longer names their namespace. It is written before
 * a quarantine begins, so it may contain resources that never were in quarantine, or no longer are. Callers that write
 * have the namespace's lock.
 */
export interface Quarantines {
  /** The namespaces with resources in quarantine. */
  namespaces(): Promise<readonly Namespace[]>;
  /** The location of a namespace, in the provider's spelling. */
  location(namespace: Namespace): Promise<string>;
  ids(namespace: Namespace): Promise<readonly string[]>;
  add(namespace: Namespace, location: string, ids: readonly string[]): Promise<void>;
  remove(namespace: Namespace, ids: readonly string[]): Promise<void>;
  /** Replaces the known ids by those of a complete listing. */
  replace(namespace: Namespace, location: string, ids: readonly string[]): Promise<void>;
}
