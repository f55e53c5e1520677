/**
 * For how long the thing that a resource belonged to (a cluster, an environment) is known to be gone: only time between
 * complete surveys that all saw it gone counts (law 1). Pure.
 */
import { defined } from '../common/defined.ts';
import type { SourcedFinding } from '../common/finding.ts';
import type { Reason } from '../common/reason.ts';
import { type Span, unobservedMs } from './unused.ts';

/** The records of one namespace's surveys about one alias of such a thing; ms since the epoch. */
export interface Existence {
  /** The first of the complete surveys that all saw it gone; absent: the last one did not. */
  readonly goneSince?: number;
  /** When a survey last saw it exist; absent: none ever did. */
  readonly existedAt?: number;
}

/** The same as of now, from the records of all namespaces whose surveys count. */
export interface KnownExistence {
  /** For how long surveys saw it gone, ms: the longest of the namespaces. */
  readonly absentMs: number;
  /** Has a survey ever seen it exist? */
  readonly wasSeen: boolean;
}

/** The record of one namespace, and its spans of time without a survey. */
export interface ExistenceRecord {
  readonly existence: ReadonlyMap<string, Existence>;
  readonly unobserved: readonly Span[];
}

/** @param now ms since the epoch */
export function knownExistence(records: readonly ExistenceRecord[], now: number): ReadonlyMap<string, KnownExistence> {
  const existed = new Map<string, number>();
  for (const { existence } of records) {
    for (const [alias, { existedAt }] of existence) {
      if (existedAt !== undefined) existed.set(alias, Math.max(existed.get(alias) ?? existedAt, existedAt));
    }
  }
  const known = new Map<string, KnownExistence>();
  for (const { existence, unobserved } of records) {
    for (const [alias, { goneSince = now }] of existence) {
      const existedAt = existed.get(alias);
      const since = Math.min(now, Math.max(goneSince, existedAt ?? goneSince));
      const absentMs = now - since - unobservedMs(since, now, unobserved);
      known.set(alias, {
        absentMs: Math.max(absentMs, known.get(alias)?.absentMs ?? 0),
        wasSeen: existedAt !== undefined,
      });
    }
  }
  return known;
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
  /** What people should read beside it. */
  readonly cautions?: readonly Reason[];
}

/** An alias that any source finds existing has no absence. `forMs` is from our record: 0 for an alias that it lacks. */
export function absencesIn(
  findings: readonly SourcedFinding[],
  recorded: ReadonlyMap<string, KnownExistence> | undefined,
): readonly Absence[] {
  if (!findings.some(({ says }) => says === 'gone')) return [];
  const existing = new Set(findings.flatMap(({ says, alias }) => (says === 'exists' ? [alias] : [])));
  const gone = new Map(findings.filter(({ says }) => says === 'gone').map((finding) => [finding.alias, finding]));
  return [...gone.values()]
    .filter(({ alias }) => !existing.has(alias))
    .map(({ alias, by, cautions }) => {
      const { absentMs = 0, wasSeen = false } = recorded?.get(alias) ?? {};
      return { alias, by, forMs: absentMs, wasSeen, ...defined({ cautions }) };
    });
}

/** The aliases of things that one survey saw. One that exists by any finding is not gone. */
export interface SeenExistence {
  readonly gone: ReadonlySet<string>;
  readonly existing: ReadonlySet<string>;
}

/** A survey saw nothing exist and nothing gone, so nothing is recorded. */
export const NO_EXISTENCE: SeenExistence = { gone: new Set(), existing: new Set() };

/** An alias that one source finds gone and another one existing counts as existing. */
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
