import type { OptOuts } from '../owner/optOut.ts';
import type { OwnerResolution } from '../owner/owner.ts';
import type { Matcher } from '../policy/workConfiguration.ts';
import type { Resource } from '../resource/resource.ts';
import type { Span } from '../resource/unused.ts';
import type { Facts, Row } from './rule.ts';

/** A rule with its parameters filled in. */
export interface BoundRule<R extends Resource> {
  readonly name: string;
  matches(resource: R, facts: Facts): string | undefined;
}

/** One entry of `when`: all its rules must match. Entries are OR-ed. */
export type BoundWhen<R extends Resource> = readonly BoundRule<R>[];

export interface BoundSafeguard<R extends Resource> {
  readonly name: string;
  keeps(resource: R, facts: Facts): string | undefined;
}

export interface BoundSetPolicy<R extends Resource> {
  readonly name: string;
  row(resource: R): Row | undefined;
  keep(rows: readonly Row[]): ReadonlyMap<string, string>;
}

/** Everything but the evidence that decides a fate: the configuration of a namespace and what is stored for it. */
export interface Policy<R extends Resource = Resource> {
  readonly account: string;
  readonly optOuts: OptOuts;
  readonly keep: readonly Matcher[];
  readonly only?: readonly Matcher[];
  readonly safeguards: readonly BoundSafeguard<R>[];
  readonly when: readonly BoundWhen<R>[];
  /** Enabled ones only; they need the complete population. */
  readonly setPolicies: readonly BoundSetPolicy<R>[];
  readonly minimumAgeMs: number;
  readonly unusedForMs?: number;
  /** alias → when it was last seen in use by our own surveys, ms since the epoch. */
  readonly lastUsed: ReadonlyMap<string, number>;
  /** In which none of them looked; it does not count as unused. */
  readonly blind: readonly Span[];
  /** identity → when we first saw it; only for types that have no creation date. */
  readonly firstSeen: ReadonlyMap<string, number>;
  /**
   * identity → when we first saw it, for types of which nobody else tells the last use: each counts as used at that
   * instant, and one that is not in it as used now. Absent for all others.
   */
  readonly firstSights?: ReadonlyMap<string, number>;
  /** Ids of users that are marked themselves → when they are to be deleted, ms since the epoch. They keep all the same. */
  readonly usersPendingDeletion?: ReadonlyMap<string, number>;
  /**
   * Candidates of the types that must be gone first: id → group. A use by one of them, where the resource has the same
   * group, holds instead of keeping. Absent where the type comes after no other.
   */
  readonly goesFirst?: ReadonlyMap<string, string>;
  ownerOf(resource: R): OwnerResolution;
}
