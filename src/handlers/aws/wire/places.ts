import { ReadError } from '../../../core/common/errors.ts';
import type { Place } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io, Scope } from '../../contract/handler.ts';
import { verifyAccount } from './account.ts';
import { partitionOf } from './partition.ts';
import { someRegionOf } from './regions.ts';
import type { CallScope } from './target.ts';

/**
 * The scope's region in every AWS account, because any of them may share and use its resources. Excludes accounts that
 * are known to be in another partition: no endpoint here knows them, and sharing is not possible.
 */
export function everyAccount({ account, accounts, location }: Scope): readonly Place[] {
  const partition = partitionOf(location);
  return accounts
    .filter(({ provider }) => provider === 'aws')
    .filter((one) => one.name === account.name || mayBeIn(partition, regionsOf(one)))
    .map(({ name }) => ({ account: name, location }));
}

/**
 * Stands for the regions of an account whose region list could not be read; {@link provenReader} refuses to read it.
 */
const UNREAD_REGIONS = 'other regions';

/**
 * Every AWS account in all its regions of the scope's partition, and in the scope's region. If the regions of an
 * account could not be read, an unreadable place stands for them: a user may be in any of them (law 1).
 */
export function everyLocation(scope: Scope): readonly Place[] {
  const partition = partitionOf(scope.location);
  return everyAccount(scope).flatMap((place) => {
    const account = scope.accounts.find(({ name }) => name === place.account);
    const others = (account ? regionsOf(account) : []).filter(
      (other) => other.toLowerCase() !== place.location.toLowerCase() && partitionOf(other) === partition,
    );
    const unread = account?.regionsUnread ? [UNREAD_REGIONS] : [];
    return [place, ...[...others, ...unread].map((location) => ({ ...place, location }))];
  });
}

/** The account of the resources in all its regions. */
export function ownRegions(scope: Scope): readonly Place[] {
  return everyLocation(scope).filter(({ account }) => account === scope.account.name);
}

/** The same accounts, each in all its regions: a program may ask another region. */
export function inEachRegion(places: (scope: Scope) => readonly Place[]): (scope: Scope) => readonly Place[] {
  if (places === ownPlace) return ownRegions;
  return places === everyAccount ? everyLocation : places;
}

/** Every AWS account in all its regions, for resources of other providers: any of them may use these. */
export function everyPlace({ accounts }: Pick<Scope, 'accounts'>): readonly Place[] {
  return accounts
    .filter(({ provider }) => provider === 'aws')
    .flatMap((account) => {
      const unread = account.regionsUnread ? [UNREAD_REGIONS] : [];
      return [...regionsOf(account), ...unread].map((location) => ({ account: account.name, location }));
    });
}

function regionsOf({ locations, usedIn }: Account): readonly string[] {
  return usedIn ?? locations;
}

function mayBeIn(partition: string, locations: readonly string[]): boolean {
  return locations.length === 0 || locations.some((location) => partitionOf(location) === partition);
}

/** Where a service without regions is, by partition; the first known region where it is not named. */
const GLOBAL_SERVICES: Readonly<Record<string, string>> = { 'aws-cn': 'cn-northwest-1', 'aws-us-gov': 'us-gov-west-1' };

/** Every AWS account of the scope's partition, at the one place of a service without regions, such as Route 53. */
export function everyAccountOnce(scope: Scope): readonly Place[] {
  const partition = partitionOf(scope.location);
  const location = GLOBAL_SERVICES[partition] ?? someRegionOf(partition);
  return everyAccount(scope).map((place) => ({ ...place, location }));
}

/** Only the place of the resources themselves. */
export function ownPlace({ account, location }: Scope): readonly Place[] {
  return [{ account: account.name, location }];
}

/**
 * A place for its account's reading identity, after the account is verified.
 * @throws ReadError: `wrongAccount` if that is not possible. An account without id cannot be verified, so it counts
 *   only for its own resources: for another account's resources, the credentials might belong to any account
 */
export async function provenReader(
  place: Place,
  scope: Pick<Scope, 'account' | 'accounts'>,
  io: Io,
): Promise<CallScope> {
  const { accounts } = scope;
  const account = accounts.find(({ provider, name }) => provider === 'aws' && name === place.account);
  if (!account) throw new ReadError(`account ${place.account} is not in the configuration`, { problem: 'failed' });
  if (account.id === undefined && account.name !== scope.account.name) {
    throw new ReadError(
      `account ${account.name} is declared without id, so Holystone cannot verify it; declare accounts[].id`,
      { problem: 'wrongAccount' },
    );
  }
  if (place.location === UNREAD_REGIONS) throw regionsUnread(account);
  const target: CallScope = { account, accounts, region: place.location, identity: 'reader', io };
  await verifyAccount(target);
  return target;
}

function regionsUnread({ name }: Account): ReadError {
  return new ReadError(
    `the regions of account ${name} could not be read (ec2:DescribeRegions with its readRole), so their contents are unknown; ` +
      'let the role read them, or declare the account itself with its locations',
    { problem: 'failed' },
  );
}
