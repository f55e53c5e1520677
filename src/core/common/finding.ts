import { atOnce, LIGHT_STEP, type Stepwise } from './steps.ts';

/** Where an evidence source reads: an account by its name in the configuration, and a location in it. */
export interface Place {
  readonly account: string;
  readonly location: string;
}

/**
 * What a finding says of a resource; every one of them but `covers` can only keep.
 * - `used`: `by` uses it.
 * - `lastUsed`: `by` used it at `at`, and does not any more; counts as its last use.
 * - `gone`: what it belonged to is positively gone.
 * - `unknown`: nobody can tell whether it is used; `by` says why, `byId` what another source could cover (else the kind).
 * - `reaches`: the account with the id `byId` may use it (`*`: any account), so a gap in that account concerns it.
 * - `covers`: this source looked for all users of the kind `byId` in its place, so a gap of that kind, or what is
 *   `unknown` for it, does not concern it.
 */
type Says = 'used' | 'lastUsed' | 'gone' | 'unknown' | 'reaches' | 'covers';

/** One fact in evidence: "X uses this" or "X is gone", with who X is. */
export interface Finding {
  /** The key the user names the resource by; matched against `Resource.aliases`, case and all. */
  readonly alias: string;
  readonly says: Says;
  /** The user, in words that find it: `instance i-0ab (stopped)`. */
  readonly by: string;
  /** The user's own id where it may be a resource of the population itself; see {@link Says} for the others. */
  readonly byId?: string;
  /** Of `lastUsed`: ms since the epoch. */
  readonly at?: number;
  /** Of `unknown`: the permission that was missing, where that is why. */
  readonly permission?: string;
}

/** A finding with the source and the place it came from. */
export interface SourcedFinding extends Finding {
  readonly source: string;
  readonly place: Place;
}

/** Evidence that should have been read and was not. */
export interface Gap {
  readonly source: string;
  readonly place: Place;
  /** One line for an operator: which source, where, what failed and what to do. */
  readonly why: string;
  /** What failed and what to do, without the source: gaps with the same one have one cause, and are told as one. */
  readonly reason?: string;
  /** The permission that was missing, where the answer told. */
  readonly permission?: string;
  /** Ids of the resources it concerns; absent: every resource of the population. */
  readonly only?: ReadonlySet<string>;
  /** The id of the account that could not be read: concerns only what that account may use, or was once seen to use. */
  readonly reachedBy?: string;
}

/** What all sources read for one population. */
export interface Evidence {
  readonly findings: ReadonlyMap<string, readonly SourcedFinding[]>;
  readonly gaps: readonly Gap[];
  /** What the configuration decided to do without; named in every verdict. */
  readonly madeWithout: readonly string[];
}

/** Groups findings by alias. */
export function evidenceOf(
  findings: Iterable<SourcedFinding>,
  gaps: readonly Gap[] = [],
  madeWithout: readonly string[] = [],
): Evidence {
  return { findings: atOnce(groupingByAlias(findings)), gaps, madeWithout };
}

/** The findings of {@link Evidence}; there may be a million. */
export function* groupingByAlias(findings: Iterable<SourcedFinding>): Stepwise<Evidence['findings']> {
  const byAlias = new Map<string, SourcedFinding[]>();
  let count = 0;
  for (const finding of findings) {
    const known = byAlias.get(finding.alias);
    if (known) known.push(finding);
    else byAlias.set(finding.alias, [finding]);
    if (++count % LIGHT_STEP === 0) yield;
  }
  return byAlias;
}

/** Everything that was found about a resource, under any of its aliases. */
export function findingsOf(evidence: Evidence, aliases: readonly string[]): readonly SourcedFinding[] {
  return aliases.flatMap((alias) => evidence.findings.get(alias) ?? []);
}
