import type { Namespace } from './namespace.ts';
import type { Surveys } from './unused.ts';

/** What surveys observed, in dry run too: when an alias was last seen in use, when an identity was first seen, and when nobody looked. */
export interface LastUsedStore {
  /** alias → ms since the epoch. */
  all(namespace: Namespace): Promise<ReadonlyMap<string, number>>;
  /** Keeps the later of the stored and the given instant, per alias. */
  seen(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** Puts the given instant in place of the stored one of each alias, also an earlier one: that was a wrong clock's. */
  correct(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** identity → ms since the epoch, for types that need it: without creation date, or without anybody who tells their last use. */
  allFirstSeen(namespace: Namespace): Promise<ReadonlyMap<string, number>>;
  /** Keeps the earlier of the stored and the given instant, per identity. */
  firstSeen(namespace: Namespace, identities: readonly string[], at: number): Promise<void>;
  /** Takes last uses and first sights off the record. */
  forget(
    namespace: Namespace,
    what: { readonly aliases: readonly string[]; readonly identities: readonly string[] },
  ): Promise<void>;
  /** When surveys were complete, and for how long there was none. */
  surveys(namespace: Namespace): Promise<Surveys>;
  /** A survey that read everything ended at `at`: the time before it counts as watched for {@link WATCHED_MS}. */
  surveyed(namespace: Namespace, at: number): Promise<void>;
}
