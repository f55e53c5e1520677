/** Users of an address that name it: rules of security groups, entries of prefix lists. */
import type { Launching } from './launched.ts';

type Row = readonly [string, (launching: Launching) => void];

const allowed =
  (cidrOf: (address: string) => string, member: 'IpPermissions' | 'IpPermissionsEgress' = 'IpPermissions') =>
  ({ control, at, name, user }: Launching) => {
    const rule = { IpProtocol: 'tcp', FromPort: 22, ToPort: 22, IpRanges: [{ CidrIp: cidrOf(name) }] };
    control.addSecurityGroups(at, [{ GroupName: user, [member]: [rule] }]);
  };

const listed =
  (cidrOf: (address: string) => string, more: object = {}) =>
  ({ control, at, name, user }: Launching) =>
    control.addPrefixLists(at, [
      { PrefixListName: user, entries: [{ Cidr: '192.0.2.0/24' }, { Cidr: cidrOf(name) }], ...more },
    ]);

const exactly = (address: string) => `${address}/32`;
const around = (address: string) => `${address.replace(/\d+$/, '0')}/24`;
const elsewhere = (add: (s: Launching) => unknown) => (s: Launching) => {
  add({ ...s, at: s.elsewhere });
};

export const NAMING: readonly Row[] = [
  ['rule of a group', allowed(exactly)],
  ['rule of a group, outgoing', allowed(exactly, 'IpPermissionsEgress')],
  ['rule of a group of another account', elsewhere(allowed(exactly))],
  ['prefix list', listed(exactly)],
  ['prefix list of another account', elsewhere(listed(exactly))],
  ['prefix list that another account shares', listed(exactly, { OwnerId: '999999999999' })],
];

export const NOT_NAMING: readonly Row[] = [
  ['rule for the network around it', allowed(around)],
  ['rule for everybody', allowed(() => '0.0.0.0/0')],
  ['prefix list with the network around it', listed(around)],
  ['prefix list of AWS', listed(exactly, { OwnerId: 'AWS' })],
];
