/** Lists accounts or locations that the configuration does not name. */
import type { Listing, ListingRequest } from '../core/policy/listing.ts';
import type { ListIo } from './contract/handler.ts';
import type { DiscoveryEntry, Provider } from './contract/provider.ts';
import { providerOf } from './index.ts';
import { listLocations } from './locationListing.ts';

/**
 * @param before the previous listing
 * @throws ReadError unless the listing is complete
 */
export async function listAt(
  providers: readonly Provider[],
  { provider: name, wanted, through }: ListingRequest,
  before: Listing | undefined,
  io: ListIo,
): Promise<Listing> {
  const provider = providerOf(providers, name);
  if (wanted.kind === 'locations') return listLocations(provider, through, wanted.patterns, before, io);
  if (!provider.discovery) throw new Error(`the provider ${name} lists no accounts`);
  return provider.discovery.list(wanted.entry as DiscoveryEntry, through, before, io);
}
