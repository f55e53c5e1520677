/** The locations that providers list for the patterns in entries of `accounts`. */
import { LEFT_COUNTS_MS, type ListedAccount, type ListingRequest, type Listings } from '../../core/policy/listing.ts';
import { meansLocation } from '../../core/resource/locationPattern.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { providerOf } from '../../handlers/index.ts';
import { type AccountSettings, accountOf } from '../schema/accountSections.ts';
import { splitLocations } from '../schema/accounts.ts';
import type { Ignored } from '../yaml/report.ts';
import { hashOf } from './hashOf.ts';

/** An account with the locations that its provider listed in the place of patterns. */
export interface LocatedAccount {
  readonly account: AccountSettings;
  /** Absent: the entry has no patterns. */
  readonly request?: ListingRequest;
  readonly ignored: readonly Ignored[];
  /** Patterns that match no location of a complete listing: probably none of them was meant so. */
  readonly unmatched?: readonly string[];
  /** Why the locations are not completely known; absent = they are. */
  readonly unlisted?: string;
}

/**
 * The account with the listed locations for its patterns. Without a listing it has only its named locations, and may
 * have users in others (law 1).
 */
export function withFoundLocations(
  account: AccountSettings,
  providers: readonly Provider[],
  listings: Listings,
): LocatedAccount {
  const { named, patterns } = splitLocations(account.locations, account.provider, providers);
  if (patterns.length === 0) return { account, ignored: [] };
  const request = requestOf({ ...account, locations: named }, patterns, providerOf(providers, account.provider));
  const listed = listings.get(request.key)?.accounts[0];
  const known = { ...account, patterns };
  if (listed === undefined) {
    const why = 'they were not listed yet: nothing is live until a listing succeeds';
    return {
      account: { ...known, locations: named, regionsUnread: true },
      request,
      ignored: [{ what: request.subject, why }],
      unlisted: `${request.subject} are not known yet`,
    };
  }
  const locations = withoutRepeats([...named, ...(listed.regions ?? [])]);
  const left = Object.keys(listed.leftRegions ?? {});
  const usedIn = left.length === 0 ? {} : { usedIn: withoutRepeats([...locations, ...left]) };
  const unmatched = patterns.filter((pattern) => !locations.some((location) => meansLocation([pattern], location)));
  return {
    account: { ...known, locations, ...usedIn },
    request,
    ignored: leftBecause(account.name, listed),
    unmatched,
  };
}

function requestOf(settings: AccountSettings, patterns: readonly string[], by: Provider): ListingRequest {
  const { provider, id, name, refresh = 0 } = settings;
  const through = accountOf(settings);
  // Only the name and the connection settings identify an account without id.
  const question =
    id === undefined ? { name, settings: through.settings } : { id, ...by.account.listedBy?.(through.settings ?? {}) };
  const title = `account ${name}`;
  return {
    key: hashOf({ locationsOf: provider, ...question, patterns: [...patterns].sort() }),
    ...{ provider, through, title, subject: `the locations of ${title}` },
    wanted: { kind: 'locations', patterns },
    refreshMs: refresh,
  };
}

function leftBecause(account: string, { leftRegions = {} }: ListedAccount): readonly Ignored[] {
  return Object.entries(leftRegions).map(([location, leftAt]) => {
    const [since, until] = [leftAt, leftAt + LEFT_COUNTS_MS].map((at) => new Date(at).toISOString().slice(0, 10));
    const why = `it is not listed any more since ${since}: it is not worked on, and counts until ${until} where users are looked for`;
    return { what: `location ${location} of account ${account}`, why };
  });
}

/** Compared without case, like namespaces; the first spelling stays. */
function withoutRepeats(locations: readonly string[]): string[] {
  const seen = new Set<string>();
  return locations.filter((location) => {
    const key = location.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}
