/** The accounts of the file, and the accounts that providers list for entries with `from`. */
import { defined } from '../../core/common/defined.ts';
import {
  LEFT_COUNTS_MS,
  type ListedAccount,
  type Listing,
  type ListingRequest,
  type Listings,
} from '../../core/policy/listing.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { Discovery, Provider } from '../../handlers/contract/provider.ts';
import {
  type AccountSettings,
  accountOf,
  accountSettings,
  type GivenAccount,
  isListed,
  type ListedSettings,
} from '../schema/accountSections.ts';
import { splitLocations } from '../schema/accounts.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Ignored, Reporter } from '../yaml/report.ts';
import { withFoundLocations } from './foundLocations.ts';
import { hashOf } from './hashOf.ts';

/** Checks the account in `through`, and runs the provider's own checks of an entry. */
export function checkListed(data: unknown, providers: readonly Provider[], reporter: Reporter): void {
  const accounts = listAt(data, 'accounts');
  accounts.forEach((entry, index) => {
    const discovery = discoveryOf(providers, valueAt(entry, ['from']))?.discovery;
    if (!discovery) return;
    const through = valueAt(entry, ['through']);
    const source = accounts.find((account) => valueAt(account, ['name']) === through);
    const path = ['accounts', index];
    if (through !== undefined && source === undefined) {
      reporter.report([...path, 'through'], 'no account of this file has that name; declare it, with its id');
    } else if (source !== undefined && valueAt(source, ['id']) === undefined) {
      reporter.report([...path, 'through'], 'that account is declared without id, so Holystone cannot verify it');
    }
    const problems = discovery.problemsOf?.(entry as Readonly<Record<string, unknown>>) ?? [];
    for (const { path: at, message } of problems) reporter.report([...path, ...at], message);
  });
}

/** Could an entry of the file later list an account with this name, although no listing contains it yet? */
export function mayBeListed(data: unknown, providers: readonly Provider[], name: string): boolean {
  return listAt(data, 'accounts').some(
    (entry) => discoveryOf(providers, valueAt(entry, ['from']))?.discovery.mayName(name) === true,
  );
}

interface Found {
  readonly provider: string;
  readonly discovery: Discovery;
}

function discoveryOf(providers: readonly Provider[], from: unknown): Found | undefined {
  return providers
    .flatMap(({ name, discovery }) => (discovery ? [{ provider: name, discovery }] : []))
    .find(({ discovery }) => discovery.from === from);
}

/** The configuration with its listed accounts in the place of the entries that list them. */
export interface Expanded {
  /** Plain data, with the same indexes as `accounts`; neither contains entries that list accounts. */
  readonly data: unknown;
  readonly accounts: readonly (AccountSettings | undefined)[];
  readonly requests: readonly ListingRequest[];
  readonly ignored: readonly Ignored[];
  /** Patterns in `locations` of the account with this index that match nothing. */
  readonly unmatched: readonly { readonly index: number; readonly patterns: readonly string[] }[];
  /** Why the accounts and locations are not completely known. */
  readonly unlisted: readonly string[];
}

/** Adds the listed accounts after those of the file. An account in the file is never replaced by a listed one. */
export function expandAccounts(
  data: unknown,
  given: readonly GivenAccount[],
  providers: readonly Provider[],
  listings: Listings,
): Expanded {
  const located = given.map((one) =>
    isListed(one) ? undefined : withFoundLocations(accountSettings(one), providers, listings),
  );
  const kept = located.map((one) => one?.account);
  const declared = kept.filter((one) => one !== undefined);
  const ids = new Set(declared.map(({ provider, id }) => `${provider} ${id}`));
  const found: AccountSettings[] = [];
  const requests: ListingRequest[] = located.flatMap((one) => one?.request ?? []);
  const ignored: Ignored[] = located.flatMap((one) => one?.ignored ?? []);
  const unlisted: string[] = located.flatMap((one) => one?.unlisted ?? []);
  for (const one of given) {
    if (!isListed(one)) continue;
    const by = discoveryOf(providers, one.from) as Found;
    const through = declared.find(({ name }) => name === one.through) as AccountSettings;
    const request = requestOf(one, by, accountOf(through));
    requests.push(request);
    const listing = listings.get(request.key);
    if (!listing) {
      unlisted.push(`${request.subject} are not known yet`);
      ignored.push({
        what: request.subject,
        why: 'they were not listed yet: nothing is live until a listing succeeds',
      });
      continue;
    }
    ignored.push(...excludedByNobody(request, listing));
    for (const account of accountsOf(one, by, listing, ignored)) {
      const id = `${account.provider} ${account.id}`;
      if (account.id === undefined || ids.has(id)) continue;
      ids.add(id);
      if (account.locations.length === 0) {
        found.push(withoutPatterns(account, providers));
        continue;
      }
      // If the locations of one account are not known, Holystone must still work in the others.
      const one = withFoundLocations(account, providers, listings);
      found.push(one.account);
      if (one.request) requests.push(one.request);
      ignored.push(...one.ignored);
    }
  }
  const plain = listAt(data, 'accounts').map((one, index) => {
    const { locations, patterns } = kept[index] ?? {};
    return patterns ? { ...(one as object), locations, patterns } : kept[index] ? one : {};
  });
  return {
    data: { ...(data as object), accounts: [...plain, ...found] },
    accounts: [...kept, ...found],
    requests,
    ignored,
    unmatched: located.flatMap((one, index) => (one?.unmatched ? [{ index, patterns: one.unmatched }] : [])),
    unlisted,
  };
}

/** A misspelt id excludes no account, and the account that was meant is cleaned. */
function excludedByNobody({ title }: ListingRequest, { unknownIds = [] }: Listing): readonly Ignored[] {
  const why = `no listed account of ${title} has this id: correct it, or remove it`;
  return unknownIds.map((id) => ({ what: `exclude ${id}`, why }));
}

/** Holystone does not list the locations of an account in which it does not work: it may have users in any (law 1). */
function withoutPatterns(account: AccountSettings, providers: readonly Provider[]): AccountSettings {
  const { named, patterns } = splitLocations(account.usedIn ?? [], account.provider, providers);
  return patterns.length === 0 ? account : { ...account, usedIn: named, regionsUnread: true };
}

function requestOf(entry: ListedSettings, { provider, discovery }: Found, through: Account): ListingRequest {
  const { title } = discovery;
  const key = hashOf({ through: through.id, ...discovery.questionOf(entry) });
  const subject = `the accounts of ${title} (through "${through.name}")`;
  return { key, provider, through, title, subject, wanted: { kind: 'accounts', entry }, refreshMs: entry.refresh };
}

/** Accounts are named by their ids, which never change; an inactive one has no locations, so Holystone ignores it. */
function accountsOf(
  section: ListedSettings,
  { provider, discovery }: Found,
  listing: Listing,
  ignored: Ignored[],
): readonly AccountSettings[] {
  const { owner, rollout, locations, window } = section;
  return listing.accounts.flatMap((listed): AccountSettings[] => {
    const settings = discovery.settingsOf(section, listed);
    if (settings === undefined) return [];
    const { id, name, regions, problem } = listed;
    const wanted = locations === 'enabled' ? (regions ?? []) : locations;
    const areRegionsKnown = locations !== 'enabled' || regions !== undefined;
    const idle = idleBecause(listed, discovery);
    const why = idle ?? (wanted.length === 0 ? (problem ?? 'its regions were not read yet') : undefined);
    if (why !== undefined) ignored.push({ what: `account ${id} (${name})`, why });
    return [
      {
        name: id,
        provider,
        id,
        title: name,
        from: discovery.from,
        ...defined({ owner, unitOwner: discovery.unitOwnerOf?.(section, listed), mail: listed.mail }),
        ...(window === undefined ? {} : { window }),
        refresh: section.refresh,
        rollout,
        ...(idle === undefined ? { locations: [...wanted] } : { locations: [], usedIn: wanted }),
        ...(areRegionsKnown ? {} : { regionsUnread: true as const }),
        settings,
      },
    ];
  });
}

/** Why Holystone does not work in an account. */
function idleBecause({ id, state, leftAt }: ListedAccount, { title }: Discovery): string | undefined {
  if (leftAt !== undefined) return leftBecause(id, leftAt);
  return state === 'ACTIVE' ? undefined : `${title} says ${state}: Holystone ignores it`;
}

function leftBecause(id: string, leftAt: number): string {
  const [since, until] = [leftAt, leftAt + LEFT_COUNTS_MS].map((at) => new Date(at).toISOString().slice(0, 10));
  return (
    `it is no longer listed since ${since}: Holystone ignores it, but still looks for users in it until ${until}; ` +
    `if it uses nothing any more, exclude it with \`exclude: ["${id}"]\``
  );
}
