import type { Existence } from './absence.ts';
import type { Namespace } from './namespace.ts';
import type { Surveys } from './unused.ts';

/**
 * The observations of surveys, in dry run too: when an alias was last seen in use, when a resource (its `firstSeenKey`) was
 * first seen, and the spans of time without a survey.
 */
export interface LastUsedStore {
  /** alias → ms since the epoch. */
  all(namespace: Namespace): Promise<ReadonlyMap<string, number>>;
  /** Keeps the later of the stored and the given instant, per alias. */
  seen(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** Replaces each alias's stored instant, even by an earlier one: a wrong clock wrote the stored one. */
  correct(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** `firstSeenKey` → ms since the epoch, for types without a creation date, or without a last use from their provider. */
  allFirstSeen(namespace: Namespace): Promise<ReadonlyMap<string, number>>;
  /**
   * Keeps the earlier of the stored and the given instant, per key.
   * @param isOfOld where no key is stored, these count as seen by the first survey: an earlier version noted none
   */
  firstSeen(namespace: Namespace, firstSeenKeys: readonly string[], at: number, isOfOld?: boolean): Promise<void>;
  /** The things that resources belong to, by alias. */
  existence(namespace: Namespace): Promise<ReadonlyMap<string, Existence>>;
  /** A survey saw these things exist at `at`: their absence starts over. */
  existing(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** A complete survey saw these things gone at `at`; keeps the earlier instant. */
  gone(namespace: Namespace, aliases: readonly string[], at: number): Promise<void>;
  /** A complete survey did not see these things gone: their absence starts over. */
  notGone(namespace: Namespace, aliases: readonly string[]): Promise<void>;
  /** Deletes last uses and first-seen times. */
  forget(
    namespace: Namespace,
    what: { readonly aliases: readonly string[]; readonly firstSeenKeys: readonly string[] },
  ): Promise<void>;
  /** The last complete survey, and the spans without one. */
  surveys(namespace: Namespace): Promise<Surveys>;
  /** A complete survey ended at `at`. Each survey covers the {@link WATCHED_MS} after it; later time is a gap. */
  surveyed(namespace: Namespace, at: number): Promise<void>;
}
