import { IdSet } from '../common/idSet.ts';
import type { Resource } from '../resource/resource.ts';
import type { BoundSetPolicy } from './policy.ts';
import type { Row } from './rule.ts';

declare const complete: unique symbol;

/**
 * The number of resources in one namespace and the rows for its set policies. It exists only if the listing finished
 * (law 1). It does not contain the resources, which may be a million: callers keep only those that they still need.
 */
export interface Population {
  readonly [complete]: true;
  readonly size: number;
  /** Set policy by name → its rows. */
  readonly rows: ReadonlyMap<string, readonly Row[]>;
}

/**
 * The only way to get a population: reads a listing to its end, or rejects with the error that stopped it. A resource
 * that moved between pages and was listed twice counts once, as it was listed first.
 * @param look gets each page, without resources of earlier pages; its results are valid only when this resolves
 */
export async function collectPopulation<R extends Resource>(
  listing: AsyncIterable<readonly R[]>,
  setPolicies: readonly Pick<BoundSetPolicy<R>, 'name' | 'row'>[],
  look: (page: readonly R[]) => void | Promise<void> = () => {},
): Promise<Population> {
  const seen = new IdSet();
  const ordered = setPolicies.map((policy) => ({ policy, rows: [] as Row[] }));
  let size = 0;
  for await (const listed of listing) {
    const page = listed.filter(({ id }) => seen.add(id));
    size += page.length;
    for (const { policy, rows } of ordered) rows.push(...page.flatMap((resource) => policy.row(resource) ?? []));
    if (page.length > 0) await look(page);
  }
  const rows = new Map(ordered.map(({ policy, rows }) => [policy.name, rows]));
  return { size, rows } as unknown as Population;
}
