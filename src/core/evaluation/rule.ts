import type { z } from 'zod';
import type { SourcedFinding } from '../common/finding.ts';
import type { Reason } from '../common/reason.ts';
import type { Absence } from '../resource/absence.ts';
import type { ExpirySettings } from '../resource/expiry.ts';
import type { Resource } from '../resource/resource.ts';

/** The facts that a rule or safeguard may use beside the resource itself. */
export interface Facts {
  /** Business time, ms since the epoch. */
  readonly now: number;
  readonly findings: readonly SourcedFinding[];
  /** The things it belonged to that are positively gone; absent: none is. */
  readonly absences?: readonly Absence[] | undefined;
  /** The provider's creation date, else when we first saw it; absent = unknown. */
  readonly createdAt?: number | undefined;
  /** The latest of the provider's record and ours; absent = never seen in use. */
  readonly lastUsedAt?: number | undefined;
  /** The type's last use comes only from our own surveys. */
  readonly isByOurRecord?: boolean;
  /** The use that gives the shortest unused time, without the time that no survey observed. */
  readonly lastUse?: LastUse | undefined;
  /**
   * Evidence that costs a call per candidate is not read yet: a rule that needs it assumes the answer that nominates,
   * or the call would never be made. Its result is not final then.
   */
  readonly isFirstLook?: boolean;
  /** Its evidence is not complete: unless a safeguard or a use keeps it, its verdict is unknown. */
  readonly isUnread?: boolean;
  /** The names of the rules that the configuration applies. */
  readonly rules?: readonly string[] | undefined;
  /** The tags that say when a resource ends; absent: the built-in ones. */
  readonly expiry?: ExpirySettings | undefined;
  /** Users that are deleted first still use it; {@link findings} omits their findings. */
  readonly isHeld?: boolean;
  /** The ids of these users. */
  readonly heldBy?: readonly string[] | undefined;
}

/** A use, and for how long since then a further use could not be observed, ms. */
export interface LastUse {
  readonly at: number;
  readonly unobservedMs: number;
  /**
   * `at` is no use, but when we first saw this: `it`, or `its version 3`. It may have been used until just before.
   * Absent: `at` is a use.
   */
  readonly firstSeenOf?: string;
  /** `at` is no use, but when our record of uses was lost. */
  readonly isLoss?: true;
  /** `at` is no use, but when it was created, or got its name (`firstSeenOf`): before that nothing could be measured. */
  readonly isCreation?: true;
}

/** Nominates a candidate, with a reason. Pure. `P` are its own parameters in the configuration. */
export interface Rule<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  readonly parameters: z.ZodType<P>;
  /**
   * The reason, or `undefined` when it does not match. Missing data never matches.
   * @param ofType the handler's parameters, for a rule that only its handler has
   */
  matches(resource: R, parameters: P, facts: Facts, ofType?: unknown): Reason | undefined;
}

/** Keeps a resource of the type, whatever the rules nominate: protected, pending, managed by another. Pure. */
export interface Safeguard<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  readonly summary: string;
  /** The reason to keep, or `undefined`. `P` are the handler's parameters. */
  keeps(resource: R, parameters: P, facts: Facts): string | undefined;
}

/** One row of a set policy: a member of a family, with what says whether it is newer than another. */
export interface Row {
  readonly id: string;
  readonly family: string;
  /** The place of the entry that judges it, where there are several: families are of one entry. */
  entry?: number;
  /**
   * A date that the provider or the resource states, ms since the epoch; absent = unknown. When Holystone first saw it is
   * none: that can be lost, and says nothing about what was there before.
   */
  readonly at?: number;
  /** `at` is the earliest possible date: the build of an image that was pushed then or later. */
  readonly isEarliest?: true;
  /** Numbers in it order the members without dates, and those of one date. Absent: the row has no order to others. */
  readonly name?: string;
  /** The members of a family with the same text are of one part: they stay together. */
  readonly part?: string;
}

/** Needs the complete listing; can only keep. Pure. */
export interface SetPolicy<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  readonly summary: string;
  /** The resource's row, or `undefined` when the policy does not apply to it or is switched off. */
  row(resource: R, parameters: P): Row | undefined;
  /** The ids it keeps, each with the reason. `rows` contains whole families, but not all of them at once. */
  keep(rows: readonly Row[], parameters: P): ReadonlyMap<string, string>;
  /**
   * Do these parameters switch it on, and may it keep any nominated resource? Only then a re-check lists the location
   * again.
   * @param when the names of the rules of each element of `when`; those of one element match together
   */
  enabled(parameters: P, when: readonly (readonly string[])[]): boolean;
}
