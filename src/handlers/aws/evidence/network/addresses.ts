/** The users of Elastic IP addresses that EC2 knows. Only their own account and region can use them. */
import type { Address, AddressTransfer } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

export const addressAssociations = plainSource({
  name: 'addressAssociations',
  summary: 'Associations of the address, with an instance, a network interface, or one that AWS does not name.',
  places: ownPlace,
  reads: ec2.describeAddresses,
  what: 'reading associations of Elastic IP addresses',
  find: (address): readonly Finding[] => {
    const by = associateOf(address);
    return by === undefined ? [] : [used(address.AllocationId, by, 'an address came without its allocation id')];
  },
});

/** The thing that an address is associated with, in words; `undefined`: with nothing. */
export function associateOf(address: Address): string | undefined {
  const { AssociationId, InstanceId, NetworkInterfaceId, NetworkInterfaceOwnerId } = address;
  const owner = NetworkInterfaceOwnerId ? ` of ${NetworkInterfaceOwnerId}` : '';
  if (InstanceId) return `instance ${InstanceId}${NetworkInterfaceId ? ` (${NetworkInterfaceId})` : ''}`;
  if (NetworkInterfaceId) return `network interface ${NetworkInterfaceId}${owner}`;
  return AssociationId ? `something that AWS does not name (${AssociationId})` : undefined;
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_AddressTransfer.html */
const ENDED: ReadonlySet<string | undefined> = new Set(['accepted', 'disabled']);

export const addressTransfers = plainSource({
  name: 'addressTransfers',
  summary: 'Transfers of the address to another account that are not accepted or ended.',
  places: ownPlace,
  reads: ec2.describeAddressTransfers,
  what: 'reading transfers of Elastic IP addresses',
  find: transferOf,
});

function transferOf(transfer: AddressTransfer): readonly Finding[] {
  const { AllocationId, AddressTransferStatus: status, TransferAccountId } = transfer;
  if (ENDED.has(status)) return [];
  const by = `a transfer to account ${TransferAccountId ?? 'without id'} (${status ?? 'status not known'})`;
  if (!AllocationId) throw new ReadError(`${by} came without its address`, { problem: 'malformed' });
  return [{ alias: AllocationId, says: 'used', by }];
}
