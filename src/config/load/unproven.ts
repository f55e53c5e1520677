/** Accounts that a configuration declares without their id. */
import { isOff } from '../../core/policy/namedEvidence.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Handler, Scope } from '../../handlers/contract/handler.ts';

/** The accounts without an id: Holystone cannot verify them. */
export function unprovenOf(accounts: readonly Account[]): readonly Account[] {
  return accounts.filter(({ id }) => id === undefined);
}

/** The accounts that evidence must be read in but that have no id, so that Holystone cannot verify them. */
export function unprovenIn(
  unproven: readonly Account[],
  handler: Handler,
  scope: Scope,
  { off }: WorkConfiguration['evidence'],
): readonly Account[] {
  if (unproven.length === 0) return [];
  const places = handler.evidence.flatMap((source) =>
    source.places(scope).filter(({ account }) => !isOff(off, source, account)),
  );
  const names = new Set(places.map(({ account }) => account));
  return unproven.filter(({ name }) => names.has(name));
}
