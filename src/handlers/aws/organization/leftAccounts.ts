/** Accounts that were listed before and no longer are. Pure. */
import { LEFT_COUNTS_MS, type ListedAccount, type Listing } from '../../../core/policy/listing.ts';

/** In the place of the provider's word. */
const LEFT = 'LEFT';

/**
 * What was listed now, and what left and may still use what is in the others: that is asked for users on, and nobody
 * reading it is not nobody using anything (law 1).
 * @param excluded ids of those that somebody left out, which ends it
 * @param at when it was listed, ms since the epoch
 */
export function withLeft(
  found: readonly ListedAccount[],
  before: Listing | undefined,
  excluded: ReadonlySet<string>,
  at: number,
): readonly ListedAccount[] {
  const there = new Set(found.map(({ id }) => id));
  const left = (before?.accounts ?? [])
    .filter(({ id }) => !there.has(id) && !excluded.has(id))
    .map(({ problem: _problem, ...account }) => ({ ...account, state: LEFT, leftAt: account.leftAt ?? at }))
    .filter(({ leftAt }) => at - leftAt < LEFT_COUNTS_MS);
  return [...found, ...left].sort((a, b) => (a.id < b.id ? -1 : 1));
}
