/** Accounts that an earlier listing has and the new one does not. Pure. */
import { LEFT_COUNTS_MS, type ListedAccount, type Listing } from '../../../core/policy/listing.ts';

/** Used in place of AWS's state. */
const LEFT = 'LEFT';

/**
 * The new listing plus the accounts that left. They may still use resources of the others, so Holystone continues to
 * look for users in them: an unread account is not an account without users (law 1).
 * @param excluded ids of excluded accounts, which are dropped at once
 * @param at the time of the listing, ms since the epoch
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
