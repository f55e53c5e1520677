/** What names an address of the accounts themselves: who gets it next would be let in, or reached, in its place. */
import type { CustomerGateway, ManagedPrefixList, SecurityGroup } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { addressAlias } from '../../resources/addressAlias.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { everyLocation } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { placeSource } from '../placeSource.ts';
import { plainSource } from '../plainSource.ts';

export const allowedAddresses = plainSource({
  name: 'allowedAddresses',
  summary:
    'Rules of security groups for exactly this address (`/32`, `/128`), incoming and outgoing. A rule for a wider network is about the network.',
  places: everyLocation,
  reads: ec2.describeSecurityGroups,
  what: 'reading the addresses in rules of security groups',
  find: allowedIn,
});

function allowedIn({ GroupId, GroupName, IpPermissions = [], IpPermissionsEgress = [] }: SecurityGroup) {
  const rules = [...IpPermissions, ...IpPermissionsEgress];
  const named = rules.flatMap(({ IpRanges = [], Ipv6Ranges = [] }) => [
    ...IpRanges.map(({ CidrIp }) => CidrIp),
    ...Ipv6Ranges.map(({ CidrIpv6 }) => CidrIpv6),
  ]);
  return usesOf(named, `a rule of security group ${GroupId ?? 'without id'} "${GroupName ?? ''}"`);
}

/** In the current version of each list; lists of AWS name its own networks. */
export const prefixListEntries = placeSource({
  name: 'prefixListEntries',
  summary:
    'Entries of managed prefix lists for exactly this address (`/32`, `/128`), lists that others share included.',
  calls: [ec2.describeManagedPrefixLists, ec2.getManagedPrefixListEntries],
  places: everyLocation,
  async find(target, found) {
    for await (const page of pages(target, ec2.describeManagedPrefixLists, 'reading managed prefix lists')) {
      for (const list of page.filter(({ OwnerId }) => OwnerId !== 'AWS')) {
        await found.attempt(() => found.inPages(entriesOf(target, list), ({ Cidr }) => usesOf([Cidr], inWords(list))));
      }
    }
  },
});

/** A list that was deleted after the listing has no entries. */
async function* entriesOf(target: CallScope, list: ManagedPrefixList) {
  const what = `reading ${inWords(list)}`;
  const { PrefixListId } = list;
  if (!PrefixListId) throw new ReadError(`${what}: it came without its id`, { problem: 'malformed' });
  try {
    yield* pages(target, ec2.getManagedPrefixListEntries, what, { PrefixListId });
  } catch (error) {
    if (!saysNotFound(error)) throw error;
  }
}

function inWords({ PrefixListId, PrefixListName }: ManagedPrefixList): string {
  return `prefix list ${PrefixListId ?? 'without id'} "${PrefixListName ?? ''}"`;
}

export const customerGateways = plainSource({
  name: 'customerGateways',
  summary: 'Customer gateways of VPNs with this address that are not deleted.',
  places: everyLocation,
  reads: ec2.describeCustomerGateways,
  what: 'reading customer gateways',
  find: ({ CustomerGatewayId, IpAddress, State }: CustomerGateway) =>
    State === 'deleted' ? [] : usesOf([IpAddress], `customer gateway ${CustomerGatewayId ?? 'without id'}`),
});

function usesOf(named: readonly (string | undefined)[], by: string): readonly Finding[] {
  const aliases = new Set(named.map(addressAlias).filter((alias) => alias !== undefined));
  return [...aliases].map((alias) => unshareStrings<Finding>({ alias, says: 'used', by }));
}
