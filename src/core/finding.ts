/** Where an evidence source reads: an account by its name in the configuration, and a location in it. */
export interface Place {
  readonly account: string;
  readonly location: string;
}

/** One fact in evidence: "X uses this" or "X is gone", with who X is. */
export interface Finding {
  /** The key the user names the resource by; matched against `Resource.aliases`, case and all. */
  readonly alias: string;
  readonly says: 'used' | 'gone';
  /** The user, in words that find it: `instance i-0ab (stopped)`. */
  readonly by: string;
  /** The user's own id where it may be a resource of the population itself. */
  readonly byId?: string;
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
  /** One line for an operator: what failed and what to do. */
  readonly why: string;
  /** The permission that was missing, where the answer told. */
  readonly permission?: string;
  /** Ids of the resources it concerns; absent: every resource of the population. */
  readonly only?: ReadonlySet<string>;
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
  const byAlias = new Map<string, SourcedFinding[]>();
  for (const finding of findings) {
    const known = byAlias.get(finding.alias);
    if (known) known.push(finding);
    else byAlias.set(finding.alias, [finding]);
  }
  return { findings: byAlias, gaps, madeWithout };
}

/** Everything that was found about a resource, under any of its aliases. */
export function findingsOf(evidence: Evidence, aliases: readonly string[]): readonly SourcedFinding[] {
  return aliases.flatMap((alias) => evidence.findings.get(alias) ?? []);
}
