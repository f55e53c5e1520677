/** The users of network interfaces. */
import type { NetworkInterface, RouteTable } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { everyAccount, ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** Only the interface's own account and region can attach it, but for another account that AWS names here too. */
export const interfaceAttachments = plainSource({
  name: 'interfaceAttachments',
  summary: 'Attachments of the interface in every state but `detached`, and public addresses of any of its addresses.',
  places: ownPlace,
  reads: ec2.describeNetworkInterfaces,
  what: 'reading attachments of network interfaces',
  find: usersOf,
});

function usersOf(one: NetworkInterface): readonly Finding[] {
  const { NetworkInterfaceId: alias, Attachment, Association, PrivateIpAddresses = [], Status } = one;
  if (!alias) throw new ReadError('a network interface came without its id', { problem: 'malformed' });
  const users: string[] = [];
  if (Attachment && Attachment.Status !== 'detached') {
    const { InstanceId, InstanceOwnerId, Status: state = 'state not known' } = Attachment;
    const to = InstanceId ? `instance ${InstanceId}` : `something of ${InstanceOwnerId ?? 'an unnamed owner'}`;
    users.push(`${to} (${state})`);
  }
  const associations = [Association, ...PrivateIpAddresses.map((address) => address.Association)];
  const addresses = associations.flatMap((association) => (association ? (association.PublicIp ?? 'unnamed') : []));
  for (const address of new Set(addresses)) users.push(`the public address ${address}`);
  // It is in use, although AWS does not name the user.
  if (users.length === 0 && Status === 'in-use') users.push('something that AWS does not name (its status is in-use)');
  return users.map((by) => ({ alias, says: 'used', by }));
}

/** A shared VPC has its route tables in the account that owns it. A route to a detached interface is a black hole. */
export const routeTargets = plainSource({
  name: 'routeTargets',
  summary: 'Routes to the interface in every route table, black holes included.',
  places: everyAccount,
  reads: ec2.describeRouteTables,
  what: 'reading routes to network interfaces',
  find: ({ RouteTableId, Routes = [] }: RouteTable): readonly Finding[] =>
    Routes.flatMap(({ NetworkInterfaceId: alias, ...route }) => {
      const to = route.DestinationCidrBlock ?? route.DestinationIpv6CidrBlock ?? route.DestinationPrefixListId;
      const by = `route table ${RouteTableId ?? 'without id'}, for ${to ?? 'an unnamed destination'}`;
      return alias ? [{ alias, says: 'used', by }] : [];
    }),
});
