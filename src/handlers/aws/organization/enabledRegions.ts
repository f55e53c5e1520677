/** The regions that are switched on for an account. */
import { ReadError } from '../../../core/common/errors.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { ListIo } from '../../contract/handler.ts';
import { ec2 } from '../calls/ec2.ts';
import { verifyAccount } from '../wire/account.ts';
import { settingsOf } from '../wire/accountSettings.ts';
import { readList } from '../wire/reading.ts';
import { someRegionOf } from '../wire/regions.ts';
import type { CallScope } from '../wire/target.ts';

/** Needed in each account whose regions are read. */
export const REGIONS_PERMISSION = ec2.describeRegions.api;

/**
 * "Only Regions that are enabled": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeRegions.html
 * @throws ReadError unless the answer is whole, and if the account is another one
 */
export async function enabledRegions(target: CallScope): Promise<readonly string[]> {
  const what = 'reading the regions that are switched on';
  await verifyAccount(target);
  const names = (await readList(target, ec2.describeRegions, what, {})).map(({ RegionName }) => RegionName);
  if (names.length === 0 || names.some((name) => !name)) {
    const why = names.length === 0 ? 'no region' : 'a region without a name';
    throw new ReadError(`${what}: the answer has ${why}`, { problem: 'malformed' });
  }
  return (names as string[]).sort();
}

/** The locations of an account whose entry has `all` or patterns. @throws ReadError */
export async function* regionsIn(account: Account, io: ListIo): AsyncIterable<readonly string[]> {
  const region = account.locations[0] ?? askedIn(account);
  yield await enabledRegions({ account, accounts: [account], region, identity: 'reader', io });
}

/** A region that is on in every account of the partition in which the account is, as its roles tell. */
export function askedIn(account: Pick<Account, 'settings'>): string {
  const { readRole, deleteRole } = settingsOf(account);
  return someRegionOf((readRole ?? deleteRole)?.split(':')[1] ?? 'aws');
}
