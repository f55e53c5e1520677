import type { Reason } from './reason.ts';
import { atOnce, LIGHT_STEP, type Stepwise } from './steps.ts';

/** The place where an evidence source reads: an account by its name in the configuration, and a location in it. */
export interface Place {
  readonly account: string;
  readonly location: string;
}

/**
 * The statement of a finding about a resource; each one except `supersedes`, `quiet` and `gone` can only keep.
 * - `used`: `by` uses it.
 * - `leadsTo`: it passes on to the thing with the aliases `to`, which `by` names; whoever uses that uses this (links.ts).
 * - `lastUsed`: `by` used it at `at`, and no longer does; counts as its last use.
 * - `quiet`: what was measured about it is no use, as the configuration says; `by` has the figures and the limits. It keeps
 *   nothing, and the reason of a candidate says it.
 * - `gone`: the thing it belonged to, by the same alias, is positively gone.
 * - `exists`: that thing exists; then no other source's `gone` counts. It is no use: a rule or safeguard looks at it.
 * - `unknown`: its use is not known; `by` says why, `byId` names the kind that another source could cover (else the
 *   finding's own).
 * - `sharedWith`: the account with the id `byId` may use it (`*`: any account), so a gap in that account concerns it.
 * - `supersedes`: this source looked for all users of the kind `byId` in its place, so a gap or an `unknown` of that kind
 *   does not concern it.
 */
type Says = 'used' | 'leadsTo' | 'lastUsed' | 'quiet' | 'gone' | 'exists' | 'unknown' | 'sharedWith' | 'supersedes';

/** One fact of the evidence: "X uses this" or "X is gone", with the name of X. */
export interface Finding {
  /** The key by which the user references the resource; compared with `Resource.aliases`, case-sensitive. */
  readonly alias: string;
  readonly says: Says;
  /** The user, in words that help to find it: `instance i-0ab (stopped)`. */
  readonly by: string;
  /**
   * With `used`: the id ({@link Resource.id}) of the resource whose deletion ends this use, where that may be a resource of
   * Holystone: the user itself or, for an interface that a load balancer made, the load balancer. The resource waits for it
   * only if the finding is read in the resource's own account and location (see `Handler.after`); the resource's own id
   * is no use. See {@link Says} for the others.
   */
  readonly byId?: string;
  /**
   * With `byId` of a `used` finding: the resource type of that user, without its provider (`loadBalancer`). Absent: the
   * only type in `Handler.after`; if `after` names several types, a finding without `byType` delays nothing and is an
   * ordinary use.
   */
  readonly byType?: string;
  /** An alias of the thing that says so by its own name: it is no finding about a resource that has this alias, too. */
  readonly except?: string;
  /** Only with `leadsTo`: all aliases by which a user may name the thing that it passes on to. */
  readonly to?: readonly string[];
  /** Only with `gone`: what people should read beside it, because it may look gone only from here. */
  readonly cautions?: readonly Reason[];
  /** Only with `lastUsed`: ms since the epoch. */
  readonly at?: number;
  /** Only with `unknown`: the missing permission, where that is the cause. */
  readonly permission?: string;
}

/** A finding with its source and place. */
export interface SourcedFinding extends Finding {
  readonly source: string;
  readonly place: Place;
}

/** Evidence that should have been read but was not. */
export interface Gap {
  readonly source: string;
  readonly place: Place;
  /** One line for an operator: the source, the place, the failure and what to do. */
  readonly why: string;
  /** The failure and what to do, without the source: gaps with the same reason have one cause, and become one text. */
  readonly reason?: string;
  /** The reason without the location, where every location of the account may have it. */
  readonly ofAccount?: string;
  /** The end of the reason, without the read and its place. */
  readonly explanation?: string;
  /** The missing permission, where the answer names it. */
  readonly permission?: string;
  /** Ids of the resources it concerns; absent: every resource of the population. */
  readonly only?: ReadonlySet<string>;
  /** Id of the account that could not be read: the gap concerns resources that it may use, and all once seen in use. */
  readonly reachedBy?: string;
}

/** The findings about each alias. */
export interface FindingsByAlias extends Iterable<readonly [string, readonly SourcedFinding[]]> {
  get(alias: string): readonly SourcedFinding[] | undefined;
}

/** The results of all sources for one population. */
export interface Evidence {
  readonly findings: FindingsByAlias;
  readonly gaps: readonly Gap[];
  /** Evidence that is left out because the configuration says so; every verdict names it. */
  readonly waivedEvidence: readonly string[];
}

/** Groups findings by alias. */
export function evidenceOf(
  findings: Iterable<SourcedFinding>,
  gaps: readonly Gap[] = [],
  waivedEvidence: readonly string[] = [],
): Evidence {
  return { findings: atOnce(groupingByAlias(findings)), gaps, waivedEvidence };
}

/** The findings of {@link Evidence}; stepwise, because there may be a million. */
export function* groupingByAlias(findings: Iterable<SourcedFinding>): Stepwise<FindingsByAlias> {
  const byAlias = new Grouped();
  let count = 0;
  for (const finding of findings) {
    byAlias.add(finding);
    if (++count % LIGHT_STEP === 0) yield;
  }
  return byAlias;
}

/** All others can only keep. */
const MAY_NOMINATE: ReadonlySet<Says> = new Set(['supersedes', 'quiet', 'gone']);

const FEW = 8;

/** Most aliases have one finding: a list for each of them would take more memory than the finding. */
class Grouped implements FindingsByAlias {
  readonly #all = new Map<string, SourcedFinding | SourcedFinding[]>();

  /** People write ids with blanks around them, and AWS takes some so: what keeps is also about the id that they mean. */
  add(finding: SourcedFinding): void {
    const { alias, says } = finding;
    this.#put(alias, finding);
    const meant = alias.trim();
    if (meant !== alias && !MAY_NOMINATE.has(says)) this.#put(meant, finding);
  }

  #put(alias: string, finding: SourcedFinding): void {
    const known = this.#all.get(alias);
    if (known === undefined) this.#all.set(alias, finding);
    else if (Array.isArray(known)) this.#lengthen(alias, known, finding);
    else this.#all.set(alias, [known, finding]);
  }

  /** A list that grows by one has room for sixteen more; of most of these there are a hundred thousand, with few entries. */
  #lengthen(alias: string, known: SourcedFinding[], finding: SourcedFinding): void {
    if (known.length < FEW) this.#all.set(alias, [...known, finding]);
    else known.push(finding);
  }

  get(alias: string): readonly SourcedFinding[] | undefined {
    const known = this.#all.get(alias);
    return known === undefined || Array.isArray(known) ? known : [known];
  }

  *[Symbol.iterator](): Iterator<readonly [string, readonly SourcedFinding[]]> {
    for (const [alias, known] of this.#all) yield [alias, Array.isArray(known) ? known : [known]];
  }
}

const NO_FINDINGS: readonly SourcedFinding[] = [];

/** All findings about a resource, under any of its aliases, but for those that it says of itself ({@link Finding.except}). */
export function findingsIn(findings: FindingsByAlias, aliases: readonly string[]): readonly SourcedFinding[] {
  let found = NO_FINDINGS;
  for (const alias of aliases) {
    const more = findings.get(alias);
    if (more !== undefined) found = found.length === 0 ? more : found.concat(more);
  }
  if (!found.some(({ except }) => except !== undefined)) return found;
  return found.filter(({ except }) => except === undefined || !aliases.includes(except));
}
