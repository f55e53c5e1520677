/** All marks that match a filter, as a set that a page counted: a decision about it is about exactly these. */
import { createHash } from 'node:crypto';
import type { OperatorDeps } from '../../app/deps.ts';
import { isTooMany, queriedRows } from '../api/markRows.ts';
import type { MarksPageQuery } from './marksQuery.ts';
import { type Picked, pickOf } from './pick.ts';

/** One request decides about so many: each takes several reads and writes, and a person waits for the answer. */
const MOST = 2_000;

/** The set, and what tells it from another one. */
export interface WholeSet {
  readonly picks: readonly Picked[];
  /** Of the places and ids, in any order. */
  readonly digest: string;
}

/** `undefined`: nobody can say now which marks these are, or they are more than 2,000. Rejects with `StoreError`. */
export async function wholeSet(
  deps: Pick<OperatorDeps, 'markTable' | 'workConfigurations'>,
  query: MarksPageQuery,
): Promise<WholeSet | undefined> {
  if (!deps.markTable.isOn) return undefined;
  const found = await queriedRows(deps, query);
  if (isTooMany(found) || found.isPart || found.rows.length > MOST) return undefined;
  const picks = found.rows.map(({ namespace, id }) => ({ namespace, id }));
  const digest = createHash('sha256').update(picks.map(pickOf).toSorted().join('\n')).digest('hex');
  return { picks, digest };
}
