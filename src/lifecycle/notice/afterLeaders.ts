/** The dates of what follows another resource of the same message: one row tells both, and its date is recorded for both. Pure. */
import { phaseOf } from '../../core/mark/quarantine.ts';
import { followedBy } from '../pass/followedBy.ts';
import type { DatedPending } from './soonestPending.ts';

/**
 * The same, in their order: none that follows others of them has an earlier date than the deletion of each of these, which comes
 * first anyhow. A reminder moves no date.
 */
export function afterLeaders(all: readonly DatedPending[]): readonly DatedPending[] {
  if (!all.some(({ wc }) => wc.follows !== undefined)) return all;
  const dates = new Map(all.filter(({ reminder }) => !reminder).map((one) => [keyOf(one.mark), endOf(one)]));
  return all.map((one) => {
    const leaders = one.reminder ? undefined : followedBy(one.wc, one.mark.waitsFor);
    if (leaders === undefined) return one;
    const ends = leaders.ids.flatMap((id) => dates.get(keyOf({ namespace: leaders.namespace, id })) ?? []);
    return { ...one, at: Math.max(one.at, ...ends) };
  });
}

/** After a quarantine that comes first. */
function endOf({ wc, mark, at }: DatedPending): number {
  return phaseOf(wc, mark, at)?.deletionAt ?? at;
}

function keyOf({ namespace, id }: Pick<DatedPending['mark'], 'namespace' | 'id'>): string {
  return `${namespace} ${id}`;
}
