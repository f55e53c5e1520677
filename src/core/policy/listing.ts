/** Accounts and locations that the configuration does not name: the provider lists them for an entry of `accounts`. */

import { DAY_MS } from '../common/duration.ts';
import type { Account } from './workConfiguration.ts';

/** A provider may keep the resources of a closed account for so long: they may still use resources shared with it. */
export const LEFT_COUNTS_MS = 90 * DAY_MS;

/** An account that a provider listed, not one that the configuration names. */
export interface ListedAccount {
  readonly id: string;
  /** Display name; it may change, so no namespace contains it. */
  readonly name: string;
  /** The address of its root user, if the provider says it. */
  readonly mail?: string;
  /** Of the units that the request names, the nearest one above it. */
  readonly unit?: string;
  /** `ACTIVE`, or the provider's own word for why Holystone does not work on it. */
  readonly state: string;
  /** When a complete listing first lacked it, ms since the epoch: its state is `LEFT`; users are still read in it. */
  readonly leftAt?: number;
  /** Its locations, where the request wants them; absent = they could not be read yet. */
  readonly regions?: readonly string[];
  /** Locations that a complete listing lacked, each with the time of the first one, ms since the epoch. */
  readonly leftRegions?: Readonly<Record<string, number>>;
  /** Why the last read of its regions failed. */
  readonly problem?: string;
}

/** A complete listing; an incomplete one is never a `Listing`. */
export interface Listing {
  /** When it was read, ms since the epoch. */
  readonly at: number;
  readonly accounts: readonly ListedAccount[];
  /** Ids that the request excludes and that no listed account has. */
  readonly unknownIds?: readonly string[];
}

/** One request to a provider. The same request has the same key on each instance. */
export interface ListingRequest {
  readonly key: string;
  readonly provider: string;
  /** The account whose credentials make the request. */
  readonly through: Account;
  /** The service that answers, in messages: `AWS Organizations`. */
  readonly title: string;
  /** The listed things, in messages: `the accounts of AWS Organizations (through "main")`. */
  readonly subject: string;
  readonly wanted: AccountsWanted | LocationsWanted;
  /** How old an answer may be, ms. */
  readonly refreshMs: number;
}

/** The accounts that an entry of `accounts` stands for. */
interface AccountsWanted {
  readonly kind: 'accounts';
  /** The entry, as its schema read it. */
  readonly entry: unknown;
}

/** The locations of the account `through`; the answer lists only this account, with its locations. */
interface LocationsWanted {
  readonly kind: 'locations';
  /** The patterns in `locations` of the account's entry, without the plain names. */
  readonly patterns: readonly string[];
}

/** Answers by {@link ListingRequest.key}. */
export type Listings = ReadonlyMap<string, Listing>;

/** Listings that all instances share; they survive the end of an instance. */
export interface ListingStore {
  get(key: string): Promise<Listing | undefined>;
  put(key: string, listing: Listing): Promise<void>;
}

/** Does an empty listing follow one with locations? Then it counts for nothing: an account does not lose them all. */
export function lostAllLocations(locations: readonly string[], before: Listing | undefined): boolean {
  return locations.length === 0 && (before?.accounts[0]?.regions?.length ?? 0) > 0;
}

/**
 * The listing of one account with its locations. A location that is no longer listed remains a place to look for users,
 * like an account that left: absence from a listing does not prove deletion (law 2).
 * @param before the previous listing of this account
 * @param at when the locations were listed, ms since the epoch
 */
export function locationsListing(
  account: Account,
  locations: readonly string[],
  before: Listing | undefined,
  at: number,
): Listing {
  const known = before?.accounts[0];
  const listed = new Set(locations.map((location) => location.toLowerCase()));
  const left = [
    ...(known?.regions ?? []).map((location) => [location, at] as const),
    ...Object.entries(known?.leftRegions ?? {}),
  ].filter(([location, leftAt]) => !listed.has(location.toLowerCase()) && at - leftAt < LEFT_COUNTS_MS);
  return {
    at,
    accounts: [
      {
        id: account.id ?? account.name,
        name: account.name,
        state: 'ACTIVE',
        regions: locations,
        ...(left.length === 0 ? {} : { leftRegions: Object.fromEntries(left) }),
      },
    ],
  };
}
