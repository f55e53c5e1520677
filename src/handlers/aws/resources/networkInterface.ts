import type { NetworkInterface } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { addressAlias } from './addressAlias.ts';
import { clusterFields } from './clusterTags.ts';
import { tagAliases } from './tagAliases.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface InterfaceResource extends Resource {
  /** `available`, `in-use`, `pending`, …; absent = unknown. */
  readonly status?: string;
  readonly description?: string;
  /** `interface`, `efa`, `nat_gateway`, …; absent = unknown. */
  readonly interfaceType?: string;
  readonly requesterManaged?: boolean;
  readonly requesterId?: string;
  readonly subnetId?: string;
  readonly vpcId?: string;
  readonly availabilityZone?: string;
  readonly privateIpAddress?: string;
  /** The service that manages it, if any. */
  readonly operator?: string;
  /** Set after a read by id: the data to create one like it. */
  readonly described?: NetworkInterface;
}

/** `undefined` for an answer without an id. */
export function toInterface(one: NetworkInterface): InterfaceResource | undefined {
  const { NetworkInterfaceId: id, PrivateIpAddress, SubnetId, Operator } = one;
  if (!id) return undefined;
  const tags = toTags(one.TagSet);
  const ofCluster = clusterFields(tags, one.VpcId || undefined);
  return {
    id,
    // AWS never reuses an id, and has no date.
    identity: id,
    // An interface has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    ...ofCluster,
    aliases: [id, ...privateAddressesOf(one), ...ofCluster.aliases, ...tagAliases('networkInterface', tags)],
    ...(PrivateIpAddress && {
      note: {
        code: 'addressFree',
        values: { address: PrivateIpAddress, ...(SubnetId === undefined ? {} : { subnet: SubnetId }) },
      },
    }),
    ...defined({
      status: one.Status,
      description: one.Description || undefined,
      interfaceType: one.InterfaceType,
      requesterManaged: one.RequesterManaged,
      requesterId: one.RequesterId,
      subnetId: SubnetId,
      vpcId: one.VpcId || undefined,
      availabilityZone: one.AvailabilityZone,
      privateIpAddress: PrivateIpAddress,
      operator: Operator?.Principal ?? (Operator?.Managed ? 'an AWS service' : undefined),
    }),
  };
}

/**
 * Its private addresses of both families. Another VPC may have one of the same address: whatever names an address keeps
 * the interface of each, for it does not say which it means.
 */
export function privateAddressesOf({
  PrivateIpAddress,
  PrivateIpAddresses = [],
  Ipv6Addresses = [],
}: NetworkInterface): readonly string[] {
  const addresses = [
    PrivateIpAddress,
    ...PrivateIpAddresses.map((one) => one.PrivateIpAddress),
    ...Ipv6Addresses.map(({ Ipv6Address }) => Ipv6Address),
  ];
  return [...new Set(addresses.map(addressAlias).filter((alias) => alias !== undefined))];
}
