/** Lists the locations of one account whose entry has patterns. */
import { ReadError } from '../core/common/errors.ts';
import { type Listing, locationsListing, lostAllLocations } from '../core/policy/listing.ts';
import type { Account } from '../core/policy/workConfiguration.ts';
import { meansLocation } from '../core/resource/locationPattern.ts';
import type { ListIo } from './contract/handler.ts';
import type { Provider } from './contract/provider.ts';

/**
 * Lists one account with the locations that match the patterns. A location that is no longer listed remains a place to
 * look for users, like an account that left: absence from a listing does not prove deletion (law 2).
 * @param before the previous listing
 * @throws ReadError unless the listing is complete, and if it is empty after one that was not
 */
export async function listLocations(
  provider: Provider,
  account: Account,
  patterns: readonly string[],
  before: Listing | undefined,
  io: ListIo,
): Promise<Listing> {
  if (!provider.locations) throw new Error(`the provider ${provider.name} lists no locations`);
  const operation = `listing the locations of account ${account.name}`;
  const found = new Map<string, string>();
  for await (const page of provider.locations(account, patterns, io)) {
    for (const location of page) {
      if (location.trim() === '') throw new ReadError(`${operation}: one has no name`, { problem: 'malformed' });
      const key = location.toLowerCase();
      // Names that differ only in case are one namespace: this always chooses the same one.
      const other = found.get(key);
      if (meansLocation(patterns, location) && (other === undefined || location < other)) found.set(key, location);
    }
  }
  const locations = [...found.values()].sort();
  if (lostAllLocations(locations, before)) {
    throw new ReadError(
      `${operation}: none is listed where there were some before, so the listing counts for nothing`,
      {
        problem: 'malformed',
      },
    );
  }
  return locationsListing(account, locations, before, io.clock.now());
}
