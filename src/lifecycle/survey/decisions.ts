/** The opt-outs that count in a namespace. */
import { type OptOut, type OptOuts, outlasts } from '../../core/owner/optOut.ts';
import type { AccountNames } from '../../core/ports/accountNames.ts';
import type { OptOutStore } from '../../core/ports/ports.ts';
import { namespaceOf } from '../../core/resource/namespace.ts';
import type { Where } from './opened.ts';

interface Deps {
  readonly optOuts: Pick<OptOutStore, 'all'>;
  readonly accountNames?: Pick<AccountNames, 'of'>;
}

/**
 * The longest opt-out of each target, under every name that the account ever had: owners decide about resources, not about
 * names, and the links in their earlier messages still write to the earlier namespace (law 4).
 * @throws StoreError
 */
export async function decisionsOf(
  { optOuts, accountNames }: Deps,
  { namespace, account, location, resourceType }: Pick<Where, 'namespace' | 'account' | 'location' | 'resourceType'>,
): Promise<OptOuts> {
  const { provider } = account;
  const names = (await accountNames?.of(account)) ?? [];
  const there = names.map((name) => namespaceOf({ provider, account: name, location, resourceType }));
  const places = [...new Set([namespace, ...there])];
  const [own = new Map<string, OptOut>(), ...earlier] = await Promise.all(places.map((place) => optOuts.all(place)));
  if (earlier.length === 0) return own;
  const longest = new Map(own);
  for (const [target, optOut] of earlier.flatMap((all) => [...all])) {
    const known = longest.get(target);
    if (!known || outlasts(optOut, known)) longest.set(target, optOut);
  }
  return longest;
}
