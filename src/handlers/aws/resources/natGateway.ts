import type { NatGateway, RouteTable } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { tagAliases } from './tagAliases.ts';

/** What is stored of one: AWS's description, and the routes that led to it. */
export interface DescribedGateway extends NatGateway {
  readonly RoutesToIt?: readonly Pick<RouteTable, 'RouteTableId' | 'Routes'>[];
}

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface NatGatewayResource extends Resource {
  /** `available`, `pending`, `failed`, `deleting` or `deleted`; absent = unknown. */
  readonly state?: string;
  /** `public` or `private`. */
  readonly connectivityType?: string;
  /** `zonal` or `regional`; absent = unknown. */
  readonly availabilityMode?: string;
  readonly vpcId?: string;
  readonly subnetId?: string;
  /** Of a regional one, each zone in which it has an address. Absent: not known for every address. */
  readonly zones?: readonly string[];
  /** AWS allocated its addresses, and takes them back with it; also where it does not say who did. */
  readonly hasAddressesOfAws?: true;
  /** Firewalls and proxies that are attached to it. */
  readonly appliances?: readonly string[];
  /** Set after a read by id. */
  readonly described?: DescribedGateway;
}

/** `undefined` for an answer without an id. */
export function toGateway(one: NatGateway): NatGatewayResource | undefined {
  const { NatGatewayId: id, CreateTime, SubnetId, NatGatewayAddresses = [], AttachedAppliances = [] } = one;
  if (!id) return undefined;
  const tags = toTags(one.Tags);
  const addresses = NatGatewayAddresses.flatMap(({ AllocationId, PublicIp }) =>
    AllocationId ? [PublicIp ?? AllocationId] : [],
  );
  const zones = NatGatewayAddresses.map(({ AvailabilityZone }) => AvailabilityZone);
  return {
    id,
    // AWS never reuses an id.
    identity: id,
    // A gateway has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    aliases: [id, ...tagAliases('natGateway', tags)],
    ...(addresses.length > 0 &&
      !isAutomatic(one) && {
        note: {
          code: 'addressesStay',
          values: { names: addresses.slice(0, 3), more: Math.max(0, addresses.length - 3) },
        },
      }),
    ...defined({
      createdAt: CreateTime,
      state: one.State,
      connectivityType: one.ConnectivityType,
      // Before there were regional ones, each was in a subnet.
      availabilityMode: one.AvailabilityMode ?? (SubnetId ? 'zonal' : undefined),
      vpcId: one.VpcId,
      subnetId: SubnetId,
      hasAddressesOfAws: isAutomatic(one) || undefined,
      zones: zones.length > 0 && zones.every(isKnown) ? [...new Set(zones)].toSorted() : undefined,
      appliances:
        AttachedAppliances.length > 0
          ? AttachedAppliances.map(({ Type, ApplianceArn }) => ApplianceArn ?? Type ?? 'one without a name')
          : undefined,
    }),
  };
}

/**
 * In its automatic mode a regional one gets its addresses from AWS, zone by zone: AutoScalingIps and AutoProvisionZones in
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_NatGateway.html
 */
export function isAutomatic({ AvailabilityMode, SubnetId, AutoProvisionZones, AutoScalingIps }: NatGateway): boolean {
  const isRegional = AvailabilityMode === 'regional' || (AvailabilityMode === undefined && !SubnetId);
  return isRegional && !(AutoProvisionZones === 'disabled' && AutoScalingIps === 'disabled');
}

function isKnown(zone: string | undefined): zone is string {
  return zone !== undefined && zone !== '';
}
