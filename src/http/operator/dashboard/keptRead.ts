/** What people keep, in all namespaces. */
import { inForce, type OptOut } from '../../../core/owner/optOut.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { namespacesOf } from '../api/known.ts';
import { textLike } from '../api/markQuery.ts';

/** A decision and its namespace. */
export interface KeptDecision {
  readonly namespace: Namespace;
  readonly optOut: OptOut;
}

/** The decisions of the first namespaces, or of all. */
export interface KeptRead {
  readonly decisions: readonly KeptDecision[];
  /** Namespaces that a page has no time to read. */
  readonly left: number;
}

/** A page reads so many at most, so many at once. */
const NAMESPACES = 10_000;
const AT_ONCE = 200;

/** Also those that are over. Rejects with `StoreError`. */
export async function readKept(deps: Pick<OperatorDeps, 'optOuts' | 'workConfigurations'>): Promise<KeptRead> {
  const all = namespacesOf(deps);
  const namespaces = all.slice(0, NAMESPACES);
  const decisions: KeptDecision[] = [];
  for (let from = 0; from < namespaces.length; from += AT_ONCE) {
    const some = namespaces.slice(from, from + AT_ONCE);
    const lists = await Promise.all(some.map((namespace) => deps.optOuts.list(namespace)));
    for (const [at, namespace] of some.entries())
      decisions.push(...(lists[at] ?? []).map((optOut) => ({ namespace, optOut })));
  }
  return { decisions, left: all.length - namespaces.length };
}

/** Which decisions a person asks for; absent = all. */
export interface KeptFilter {
  /** Part of a name or an id, or a pattern with `*`, in any case. */
  readonly q?: string | undefined;
  /** Part of the person's name. */
  readonly by?: string | undefined;
  /** ms since the epoch; what is over by then is left out. */
  readonly now: number;
}

/** Those in force, what ends soonest first. Pure. */
export function keptMatching(all: readonly KeptDecision[], { q, by, now }: KeptFilter): readonly KeptDecision[] {
  const has = textLike(q);
  const who = by?.toLowerCase();
  return all
    .filter(
      ({ optOut }) =>
        inForce(optOut, now) &&
        (has(optOut.target.value.toLowerCase()) || (optOut.name !== undefined && has(optOut.name.toLowerCase()))) &&
        (who === undefined || optOut.actor.toLowerCase().includes(who)),
    )
    .toSorted((a, b) => endOf(a) - endOf(b) || a.optOut.at - b.optOut.at);
}

function endOf({ optOut: { until } }: KeptDecision): number {
  return until === 'forever' ? Number.MAX_SAFE_INTEGER : until;
}
