/** Asks a provider for what the configuration does not name. */
import type { Listing, ListingRequest } from '../core/policy/listing.ts';
import type { DiscoveryEntry, ListIo, Provider } from './contract/provider.ts';
import { providerOf } from './index.ts';

/**
 * @param before the listing before this one
 * @throws ReadError unless the listing is complete
 */
export async function listAt(
  providers: readonly Provider[],
  { provider, entry, through }: ListingRequest,
  before: Listing | undefined,
  io: ListIo,
): Promise<Listing> {
  const { discovery } = providerOf(providers, provider);
  if (!discovery) throw new Error(`the provider ${provider} lists no accounts`);
  return discovery.list(entry as DiscoveryEntry, through, before, io);
}
