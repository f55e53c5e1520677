/**
 * For how long the thing that a resource belonged to (a cluster, an environment) is known to be gone: only time between
 * complete surveys that all saw it gone counts (law 1). Pure.
 */
import type { SourcedFinding } from '../common/finding.ts';
import { type Span, unobservedMs } from './unused.ts';

/** What surveys recorded about one alias of such a thing; ms since the epoch. */
export interface Existence {
  /** The first of the complete surveys that all saw it gone; absent: the last one did not. */
  readonly goneSince?: number;
  /** When a survey last saw it exist; absent: none ever did. */
  readonly existedAt?: number;
}

/** A thing that is positively gone by the evidence of now. */
export interface Absence {
  readonly alias: string;
  /** The thing, in words: `cluster shop-test`. */
  readonly by: string;
  /** For how long surveys saw it gone, ms; 0 at the first one. */
  readonly forMs: number;
  /** Has a survey ever seen it exist? */
  readonly wasSeen: boolean;
}

/** @param now ms since the epoch @param blind spans of time without a survey */
export function absencesIn(
  findings: readonly SourcedFinding[],
  recorded: ReadonlyMap<string, Existence> | undefined,
  { now, blind }: { readonly now: number; readonly blind: readonly Span[] },
): readonly Absence[] {
  if (!findings.some(({ says }) => says === 'gone')) return [];
  const existing = new Set(findings.flatMap(({ says, alias }) => (says === 'exists' ? [alias] : [])));
  const gone = new Map(findings.filter(({ says }) => says === 'gone').map((finding) => [finding.alias, finding]));
  return [...gone.values()]
    .filter(({ alias }) => !existing.has(alias))
    .map(({ alias, by }) => {
      const { goneSince = now, existedAt } = recorded?.get(alias) ?? {};
      const since = Math.min(now, Math.max(goneSince, existedAt ?? goneSince));
      return { alias, by, forMs: now - since - unobservedMs(since, now, blind), wasSeen: existedAt !== undefined };
    });
}

/** The aliases of things that one survey saw. One that exists by any finding is not gone. */
export interface SeenExistence {
  readonly gone: ReadonlySet<string>;
  readonly existing: ReadonlySet<string>;
}

export const NO_EXISTENCE: SeenExistence = { gone: new Set(), existing: new Set() };

export function existenceIn(...findings: readonly (readonly SourcedFinding[])[]): SeenExistence {
  const gone = new Set<string>();
  const existing = new Set<string>();
  for (const some of findings) {
    for (const { says, alias } of some) {
      if (says === 'gone') gone.add(alias);
      if (says === 'exists') existing.add(alias);
    }
  }
  for (const alias of existing) gone.delete(alias);
  return { gone, existing };
}
