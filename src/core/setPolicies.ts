import type { BoundSetPolicy, Policy } from './policy.ts';
import type { Population } from './population.ts';
import type { Resource } from './resource.ts';
import type { Row } from './rule.ts';

interface Asked<R extends Resource> {
  readonly subjects: readonly R[];
  /** `later`: the listing still goes on, and the set policies say nothing yet. */
  readonly population?: Population | 'later';
  readonly policy: Pick<Policy<R>, 'setPolicies'>;
}

/**
 * The ids that set policies keep, each with the reasons; `undefined` when there are set policies and no complete
 * population to apply them to.
 */
export function keptBySetPolicies<R extends Resource>({
  subjects,
  policy,
  population,
}: Asked<R>): ReadonlyMap<string, readonly string[]> | undefined {
  const kept = new Map<string, string[]>();
  if (population === 'later') return kept;
  for (const setPolicy of policy.setPolicies) {
    const listed = population?.rows.get(setPolicy.name);
    if (!listed) return undefined;
    for (const [id, reason] of setPolicy.keep(rowsOf(setPolicy, listed, subjects))) {
      kept.set(id, [...(kept.get(id) ?? []), `${setPolicy.name}: ${reason}`]);
    }
  }
  return kept;
}

/** A subject that was read by id exists, whether or not the listing shows it (law 2), and is what it is now. */
function rowsOf<R extends Resource>(
  setPolicy: BoundSetPolicy<R>,
  listed: readonly Row[],
  subjects: readonly R[],
): readonly Row[] {
  const ids = new Set(subjects.map(({ id }) => id));
  return [...listed.filter(({ id }) => !ids.has(id)), ...subjects.flatMap((subject) => setPolicy.row(subject) ?? [])];
}
