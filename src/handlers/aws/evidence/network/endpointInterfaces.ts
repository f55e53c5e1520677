import type { NetworkInterface } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { privateAddressesOf } from '../../resources/networkInterface.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** Who cannot use a name of an endpoint (another network, a record of one's own) asks the addresses of its interfaces. */
export const endpointInterfaces = plainSource({
  name: 'endpointInterfaces',
  summary: 'Private addresses of the interfaces of an endpoint: what names one of them uses the endpoint.',
  places: ownPlace,
  reads: ec2.describeNetworkInterfaces,
  what: 'reading addresses of interfaces of VPC endpoints',
  find: leadingFrom,
});

function leadingFrom(one: NetworkInterface): Finding | readonly Finding[] {
  const { NetworkInterfaceId: alias } = one;
  if (!alias) throw new ReadError('a network interface came without its id', { problem: 'malformed' });
  // An instance has its interface for itself.
  if (one.Attachment?.InstanceId) return [];
  const to = privateAddressesOf(one);
  if (to.length > 0) return { alias, says: 'leadsTo', to, by: `network interface ${alias}` };
  return { alias, says: 'unknown', by: `network interface ${alias} came without a private address` };
}
