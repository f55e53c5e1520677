/** The opt-outs that count in a namespace. */
import { longestOfEach, type OptOuts } from '../../core/owner/optOut.ts';
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
  return longestOfEach(await Promise.all(places.map((place) => optOuts.all(place))));
}
