import type { z } from 'zod';
import type { SourcedFinding } from '../common/finding.ts';
import type { Resource } from '../resource/resource.ts';

/** What a rule or safeguard may look at beside the resource itself. */
export interface Facts {
  /** Business time, ms since the epoch. */
  readonly now: number;
  readonly findings: readonly SourcedFinding[];
  /** Creation as the provider tells it, else our own first sight of it; absent = unknown. */
  readonly createdAt?: number;
  /** The latest of the provider's record and ours; absent = never seen in use. */
  readonly lastUsedAt?: number;
  /** Nobody but our own surveys tells when it was last used. */
  readonly isByOurRecord?: true;
  /** The use since which it is unused for the shortest time, as far as somebody looked. */
  readonly lastUse?: LastUse;
  /**
   * Evidence that costs a call per candidate was not asked yet: a rule that needs it answers as if it spoke for
   * nominating, or that would never be asked. What it says then is never the last word.
   */
  readonly isFirstLook?: true;
}

/** A use, and how long nobody could have seen another since, ms. */
export interface LastUse {
  readonly at: number;
  readonly unobservedMs: number;
  /** Not seen in use then, but first seen at all: it may have been used until just before. */
  readonly isFirstSight?: true;
}

/** Nominates a candidate and says why. Pure. `P` are its own parameters in the configuration. */
export interface Rule<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  /** One sentence for the generated documentation. */
  readonly summary: string;
  readonly parameters: z.ZodType<P>;
  /** The reason, or `undefined` when it does not match. Missing data never matches. */
  matches(resource: R, parameters: P, facts: Facts): string | undefined;
}

/** Keeps a resource of the type whatever the rules say: protected, pending, managed by another. Pure. */
export interface Safeguard<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  readonly summary: string;
  /** The reason to keep, or `undefined`. `P` are the handler's parameters. */
  keeps(resource: R, parameters: P, facts: Facts): string | undefined;
}

/** One row of a set policy: a member of a family and what orders it. */
export interface Row {
  readonly id: string;
  readonly family: string;
  /** ms since the epoch; absent sorts as newest, because missing dates never count for deletion. */
  readonly at?: number;
}

/** Needs the complete listing; can only keep. Pure. */
export interface SetPolicy<R extends Resource = Resource, P = unknown> {
  readonly name: string;
  readonly summary: string;
  /** The resource's row, or `undefined` when the policy does not concern it or is switched off. */
  row(resource: R, parameters: P): Row | undefined;
  /** The ids it keeps, each with the reason. It is given whole families, but not all of them at once. */
  keep(rows: readonly Row[], parameters: P): ReadonlyMap<string, string>;
  /**
   * Is it switched on by these parameters, and may it keep anything of what is nominated? A re-check lists the location
   * again only then.
   * @param when the names of the rules of each element of `when`; those of one element match together
   */
  enabled(parameters: P, when: readonly (readonly string[])[]): boolean;
}
