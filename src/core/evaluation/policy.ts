import type { Reason } from '../common/reason.ts';
import type { OptOuts } from '../owner/optOut.ts';
import type { OwnerResolution } from '../owner/owner.ts';
import type { Among, Matcher } from '../policy/workConfiguration.ts';
import type { KnownExistence } from '../resource/absence.ts';
import type { ExpirySettings } from '../resource/expiry.ts';
import type { Resource } from '../resource/resource.ts';
import type { Span } from '../resource/unused.ts';
import type { Holders } from './holders.ts';
import type { Facts, Row } from './rule.ts';

/** A rule with its parameters filled in. */
export interface BoundRule<R extends Resource> {
  readonly name: string;
  matches(resource: R, facts: Facts): Reason | undefined;
}

/** One entry of `when`: all its rules must match. Entries are OR-ed. */
export type BoundWhen<R extends Resource> = readonly BoundRule<R>[];

/** A safeguard with the parameters of one work configuration in it. `undefined` = it does not keep the resource. */
export interface BoundSafeguard<R extends Resource> {
  readonly name: string;
  keeps(resource: R, facts: Facts): string | undefined;
}

/**
 * A set policy with the parameters of one work configuration; `keep` answers id → reason, over the whole population.
 */
export interface BoundSetPolicy<R extends Resource> {
  readonly name: string;
  row(resource: R): Row | undefined;
  keep(rows: readonly Row[]): ReadonlyMap<string, string>;
}

/** The entries of `cleanup` that judge one namespace, in their order: the first that matches a resource judges it. */
export interface PolicyEntries<R extends Resource> {
  readonly all: readonly {
    /** Its words; absent where it matches every resource. */
    readonly label?: string;
    /** Absent: those of all. */
    readonly among?: Among;
    /** Absent: it matches every resource of these. */
    readonly match?: Matcher;
    /** Without entries of its own. */
    readonly policy: Policy<R>;
  }[];
  /** For what none of them judges: it keeps, and has neither rules nor set policies. */
  readonly nobody: Policy<R>;
  /** When they were chosen, ms since the epoch. */
  readonly now: number;
}

/** All inputs of a verdict except the evidence: the configuration of a namespace and its stored data. */
export interface Policy<R extends Resource = Resource> {
  readonly account: string;
  readonly optOuts: OptOuts;
  readonly keep: readonly Matcher[];
  readonly only?: readonly Matcher[];
  readonly safeguards: readonly BoundSafeguard<R>[];
  readonly when: readonly BoundWhen<R>[];
  /** The names of the rules in `when`. */
  readonly rules?: readonly string[];
  /** Where several entries judge the namespace, or one judges a part of it; absent: this policy judges everything. */
  readonly entries?: PolicyEntries<R>;
  /** Only the enabled set policies; they need the complete population. */
  readonly setPolicies: readonly BoundSetPolicy<R>[];
  readonly minimumAgeMs: number;
  readonly unusedForMs?: number;
  /** Absent: the built-in tags and formats. */
  readonly expiry?: ExpirySettings;
  /** alias → when our own surveys last saw it in use, ms since the epoch. */
  readonly lastUsed: ReadonlyMap<string, number>;
  /** When our record of uses was lost, ms since the epoch: everything may have been used until then. */
  readonly usesLostAt?: number;
  /** alias of a thing that resources belong to → when surveys saw it gone or existing. Absent: no record. */
  readonly existence?: ReadonlyMap<string, KnownExistence>;
  /** Spans of time without a survey; they do not count as unused. */
  readonly unobserved: readonly Span[];
  /** {@link firstSeenKey} → when we first saw it; only where the provider's creation date is missing or not enough. */
  readonly firstSeen: ReadonlyMap<string, number>;
  /**
   * When the first survey saw what was there, ms: the age of what came later counts from when we first saw it, if that is later than the provider's
   * date. Absent: the provider's date is enough, or nothing was ever seen.
   */
  readonly watchedSince?: number;
  /**
   * {@link firstSeenKey} → when we first saw it, for types whose last use no provider records: each counts as used at that
   * instant, and a resource without an entry as used now. Absent for all other types.
   */
  readonly firstSeenUses?: ReadonlyMap<string, number>;
  /** {@link firstSeenUses} counts only for a resource whose provider does not say when it was last used. */
  readonly isDatedByUse?: true;
  /** The provider records each use, also one between two surveys, and its record is read. */
  readonly isUseRecorded?: true;
  /** Its use is measured: what is younger than `unusedForMs`, or got its name since, was not measured for so long, and counts as used. */
  readonly isMeasured?: true;
  /** Ids of users that are marked themselves → their deletion date, ms since the epoch. They keep it nevertheless. */
  readonly usersPendingDeletion?: ReadonlyMap<string, number>;
  /** The users that must be deleted first. Absent where the type waits for no other. */
  readonly holders?: Holders;
  ownerOf(resource: R): OwnerResolution;
}
