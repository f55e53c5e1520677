/** Lists the accounts of AWS Organizations, and the enabled regions of each. */
import { batchesOf } from '../../../core/common/batches.ts';
import { defined } from '../../../core/common/defined.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { matchesStars } from '../../../core/common/stars.ts';
import { LEFT_COUNTS_MS, type ListedAccount, type Listing } from '../../../core/policy/listing.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { ListIo } from '../../contract/handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { organizations } from '../calls/organizations.ts';
import { verifyAccount } from '../wire/account.ts';
import type { AwsAccountSettings } from '../wire/accountSettings.ts';
import type { CallScope } from '../wire/target.ts';
import { enabledRegions } from './enabledRegions.ts';
import { accountsBelow, accountsOf, type Below, below, tagsOfAccount } from './organizations.ts';

/** Used in place of AWS's state. */
const LEFT = 'LEFT';

/**
 * The new listing plus the accounts that left. They may still use resources of the others, so Holystone continues to
 * look for users in them: an unread account is not an account without users (law 1).
 * @param excluded ids of excluded accounts, which are dropped at once
 * @param at the time of the listing, ms since the epoch
 */
function withLeft(
  found: readonly ListedAccount[],
  before: Listing | undefined,
  excluded: ReadonlySet<string>,
  at: number,
): readonly ListedAccount[] {
  const there = new Set(found.map(({ id }) => id));
  const left = (before?.accounts ?? [])
    .filter(({ id }) => !there.has(id) && !excluded.has(id))
    .map(({ problem: _problem, ...account }) => ({ ...account, state: LEFT, leftAt: account.leftAt ?? at }))
    .filter(({ leftAt }) => at - leftAt < LEFT_COUNTS_MS);
  return [...found, ...left].sort((a, b) => (a.id < b.id ? -1 : 1));
}

type RegionsWith = Pick<AwsAccountSettings, 'readRole' | 'externalId'>;

/** The accounts of an organisation that an entry of `accounts` asks for. */
export interface AccountsWanted {
  /** The account that lists; its first location is the region of the request. */
  readonly through: Account;
  /** Empty = the whole organisation. */
  readonly ous: readonly string[];
  /** Ids of accounts and of units. */
  readonly exclude: readonly string[];
  /** Only accounts with all these tags: values with `*`, keys and values as Organizations spells them. Absent: any. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Units that have an owner. */
  readonly owning?: readonly string[];
  /** Present: the regions of each account are read too, with this role (`{id}` is the account). */
  readonly regionsWith?: RegionsWith;
}

/** Needed in the account that lists. */
export const LISTING_PERMISSIONS = permissionsOf(
  organizations.listAccounts,
  organizations.listAccountsForParent,
  organizations.listOrganizationalUnitsForParent,
);

/** Needed in it as well, where an entry selects accounts by their tags. */
export const TAGS_PERMISSION = organizations.listTagsForResource.api;

/** The number of accounts whose regions or tags are read in parallel. */
const AT_ONCE = 8;
const FALLBACK_REGION = 'us-east-1';

/**
 * The complete listing. If regions cannot be read now, it has those of the previous listing and the reason: one account
 * with a missing role must not block the others.
 * @throws ReadError when any part of the account list is missing: then the listing is not updated
 */
export async function listAccounts(wanted: AccountsWanted, before: Listing | undefined, io: ListIo): Promise<Listing> {
  const { through, ous, exclude, tags = {}, owning = [], regionsWith } = wanted;
  const region = through.locations[0] ?? FALLBACK_REGION;
  const target: CallScope = { account: through, accounts: [through], region, identity: 'reader', io };
  await verifyAccount(target);
  const lists = ous.length === 0 ? [await accountsOf(target)] : [];
  for (const unit of ous) lists.push(await accountsBelow(target, unit));
  requireAccounts(lists.flat(), wanted, before);
  const excluded = new Set(exclude);
  const known = new Set(lists.flat().map(({ Id }) => Id));
  const unknownIds = exclude.filter((id) => !id.startsWith('ou-') && !known.has(id));
  for (const unit of exclude.filter((id) => id.startsWith('ou-'))) {
    for (const { Id } of await accountsBelow(target, unit)) excluded.add(Id);
  }
  const wantedTags = Object.entries(tags);
  const hasTags = async (id: string): Promise<boolean> => {
    const its = await tagsOfAccount(target, id);
    return wantedTags.every(([key, pattern]) => Object.hasOwn(its, key) && matchesStars(pattern, its[key] ?? ''));
  };
  const unitOf = await nearestOf(target, owning);
  const at = io.clock.now();
  // `Status` is deprecated: https://docs.aws.amazon.com/organizations/latest/APIReference/API_Account.html
  const found = lists
    .flat()
    .filter(({ Id }) => !excluded.has(Id))
    .map(({ Id, Name, State, Status, Email }) => ({
      ...{ id: Id, name: Name ?? Id, state: State ?? Status ?? 'UNKNOWN' },
      ...defined({ mail: Email, unit: unitOf(Id) }),
    }));
  const each = [...new Map(found.map((account) => [account.id, account])).values()];
  const isMeant = wantedTags.length === 0 ? undefined : await inTurns(each, ({ id }) => hasTags(id));
  const meant = isMeant === undefined ? each : each.filter((_account, index) => isMeant[index]);
  const accounts = withLeft(meant, before, excluded, at);
  const missing = unknownIds.length === 0 ? {} : { unknownIds };
  if (!regionsWith) return { at, accounts, ...missing };
  const earlier = new Map(before?.accounts.map((account) => [account.id, account]));
  const withRegions = (account: ListedAccount) => regionsOf(account, earlier.get(account.id), target, regionsWith);
  return { at, accounts: await inTurns(accounts, withRegions), ...missing };
}

/** Of these units, the nearest one above an account: of two around it the one inside the other, which has fewer around it. */
async function nearestOf(target: CallScope, units: readonly string[]) {
  const inside = new Map<string, Below>();
  for (const unit of units) inside.set(unit, await below(target, unit));
  const depthOf = (unit: string) => units.filter((other) => inside.get(other)?.units.has(unit)).length;
  const deepestFirst = units.toSorted((a, b) => depthOf(b) - depthOf(a));
  return (id: string) => deepestFirst.find((unit) => inside.get(unit)?.accounts.has(id));
}

/**
 * A sudden empty list is not credible: the account that lists is in the organisation, and units rarely lose all
 * accounts.
 */
function requireAccounts(
  found: readonly { readonly Id: string }[],
  { through, ous }: AccountsWanted,
  before: Listing | undefined,
): void {
  const isWhole = ous.length > 0 || found.some(({ Id }) => Id === through.id);
  if (isWhole && (found.length > 0 || (before?.accounts.length ?? 0) === 0)) return;
  const why = isWhole ? 'it lists no accounts, but did before' : `${through.name} is not in it`;
  throw new ReadError(`listing the accounts of the organisation: ${why}, so Holystone ignores it`, {
    problem: 'malformed',
  });
}

async function regionsOf(
  listedAs: ListedAccount,
  before: ListedAccount | undefined,
  through: CallScope,
  { readRole, externalId }: RegionsWith,
): Promise<ListedAccount> {
  const { id } = listedAs;
  const kept = before?.regions === undefined ? {} : { regions: before.regions };
  if (listedAs.state !== 'ACTIVE') return { ...listedAs, ...kept };
  const settings: AwsAccountSettings = defined({ readRole: readRole?.replace('{id}', id), externalId });
  const account: Account = { name: id, provider: 'aws', id, locations: [through.region], settings };
  try {
    return { ...listedAs, regions: await enabledRegions({ ...through, account, accounts: [account] }) };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { ...listedAs, ...kept, problem: messageOf(error) };
  }
}

async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<readonly R[]> {
  const done: R[] = [];
  for (const batch of batchesOf(items, AT_ONCE)) done.push(...(await Promise.all(batch.map(work))));
  return done;
}
