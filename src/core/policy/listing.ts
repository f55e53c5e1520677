/** Accounts and locations that the configuration does not name: what a provider lists for an entry of `accounts`. */

import { DAY_MS } from '../common/duration.ts';
import type { Account } from './workConfiguration.ts';

/** As long as a provider may keep what is in an account that was closed: it may still use what it was given. */
export const LEFT_COUNTS_MS = 90 * DAY_MS;

export interface ListedAccount {
  readonly id: string;
  /** What people call it; it may change, so it names nothing. */
  readonly name: string;
  /** `ACTIVE`, or why it is not worked on, in the provider's word. */
  readonly state: string;
  /** When a whole listing first missed it, ms since the epoch: its state is `LEFT`, and it is asked for users on. */
  readonly leftAt?: number;
  /** Its locations, where they are asked for; absent = they could not be read yet. */
  readonly regions?: readonly string[];
  /** Locations that a whole listing missed, each with the time when one first did, ms since the epoch. */
  readonly leftRegions?: Readonly<Record<string, number>>;
  /** Why its regions could not be read the last time. */
  readonly problem?: string;
}

/** A listing that was whole: one that was not is none. */
export interface Listing {
  /** When it was read, ms since the epoch. */
  readonly at: number;
  readonly accounts: readonly ListedAccount[];
}

/** One question to a provider. The same question has the same key on each instance. */
export interface ListingRequest {
  readonly key: string;
  readonly provider: string;
  /** The account that is asked. */
  readonly through: Account;
  /** Who answers, in messages: `AWS Organizations`. */
  readonly title: string;
  /** What is listed, in messages: `the accounts of AWS Organizations (through "main")`. */
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

/** The locations of the account that is asked; the answer lists this one account, with its locations. */
interface LocationsWanted {
  readonly kind: 'locations';
  /** What the account's entry says in `locations`, without the names that stand for themselves. */
  readonly patterns: readonly string[];
}

/** Answers by {@link ListingRequest.key}. */
export type Listings = ReadonlyMap<string, Listing>;

/** Listings that all instances share and that outlive them. */
export interface ListingStore {
  get(key: string): Promise<Listing | undefined>;
  put(key: string, listing: Listing): Promise<void>;
}
