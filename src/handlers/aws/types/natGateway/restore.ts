import type { AvailabilityZoneAddress, CreateNatGatewayRequest, NatGatewayAddress, Route } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { destinationOf } from '../../evidence/network/gatewayRoutes.ts';
import { type DescribedGateway, isAutomatic } from '../../resources/natGateway.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { type Earlier, type Filter, makingAgain, sameTags, tokenFor } from '../../session/makingAgain.ts';
import { isThere, refused, type Wanted } from '../../session/restoring.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Makes one with the same addresses and tags, under another id; routes to it are changed by a person. */
export async function restoreGateway(wanted: Wanted, now: Read<unknown> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  if (now?.kind === 'found') return isThere(stored.id);
  const old = stored.definition as DescribedGateway;
  const input = creating(old, stored.id);
  if (input === undefined) return refused('the definition names neither its subnet nor its VPC');
  return makingAgain(wanted, {
    call: ec2.createNatGateway,
    input,
    noun: 'NAT gateway',
    where: `in ${input.SubnetId ?? input.VpcId}, ${isAutomatic(old) ? 'in automatic mode, with other addresses' : 'with the same addresses'}`,
    idOf: ({ NatGateway }) => NatGateway?.NatGatewayId,
    afterwards: (id) => routesTo(old, id, restorer),
    before: {
      ready: new Set(['available']),
      ended: ENDED,
      byId: 'nat-gateway-id',
      find: (filter) => shownBy(restorer, filter, stored.id),
    },
  });
}

/** https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-troubleshooting.html: one fails minutes after AWS accepted it. */
const ENDED: ReadonlySet<string | undefined> = new Set(['failed', 'deleting', 'deleted']);

async function shownBy(restorer: CallScope, filter: Filter, id: string): Promise<readonly Earlier[]> {
  const what = `looking for a NAT gateway that ${id} was restored as`;
  const found = await allOf(pages(restorer, ec2.describeNatGateways, what, { Filter: [filter] }));
  return found.map(({ NatGatewayId, State: state, FailureMessage: why }) => ({ id: NatGatewayId, state, why }));
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateNatGateway.html; `undefined`: it would be elsewhere. */
function creating(old: DescribedGateway, id: string): CreateNatGatewayRequest | undefined {
  const { SubnetId, VpcId, NatGatewayAddresses = [], ConnectivityType, AvailabilityMode } = old;
  const both = defined({
    ConnectivityType,
    TagSpecifications: sameTags('natgateway', old.Tags, id),
    ClientToken: tokenFor(id),
  });
  if (AvailabilityMode === 'regional')
    return VpcId === undefined
      ? undefined
      : { ...both, AvailabilityMode, VpcId, ...(isAutomatic(old) ? {} : inZones(NatGatewayAddresses)) };
  if (SubnetId === undefined) return undefined;
  const primary = NatGatewayAddresses.find(({ IsPrimary }) => IsPrimary) ?? NatGatewayAddresses[0];
  const others = NatGatewayAddresses.filter((address) => address !== primary);
  const secondary = others.flatMap(({ AllocationId }) => AllocationId ?? []);
  const further = others.flatMap(({ PrivateIp }) => PrivateIp ?? []);
  return {
    ...both,
    SubnetId,
    ...defined({
      AllocationId: primary?.AllocationId,
      PrivateIpAddress: primary?.PrivateIp,
      SecondaryAllocationIds: secondary.length > 0 ? secondary : undefined,
      SecondaryPrivateIpAddresses: further.length > 0 ? further : undefined,
    }),
  };
}

/** Without addresses in its zones AWS finds zones and addresses itself. */
function inZones(addresses: readonly NatGatewayAddress[]): Pick<CreateNatGatewayRequest, 'AvailabilityZoneAddresses'> {
  const zones = new Map<string, string[]>();
  for (const { AvailabilityZone, AllocationId } of addresses)
    if (AvailabilityZone && AllocationId)
      zones.set(AvailabilityZone, [...(zones.get(AvailabilityZone) ?? []), AllocationId]);
  const AvailabilityZoneAddresses = [...zones].map(
    ([AvailabilityZone, AllocationIds]): AvailabilityZoneAddress => ({ AvailabilityZone, AllocationIds }),
  );
  return AvailabilityZoneAddresses.length === 0 ? {} : { AvailabilityZoneAddresses };
}

/** Routes that led to the old one lead nowhere. */
function routesTo({ RoutesToIt = [] }: DescribedGateway, id: string, target: CallScope): readonly RestoreStep[] {
  return RoutesToIt.flatMap(({ RouteTableId: table = '', Routes = [] }) =>
    Routes.map((route) => ({
      says: `the route of ${table} for ${destinationOf(route)} leads to the new one`,
      command: awsCommand(target, 'ec2 replace-route', {
        'route-table-id': table,
        ...optionOf(route),
        'nat-gateway-id': id,
      }),
    })),
  );
}

function optionOf({ DestinationCidrBlock, DestinationIpv6CidrBlock, DestinationPrefixListId }: Route) {
  if (DestinationCidrBlock) return { 'destination-cidr-block': DestinationCidrBlock };
  if (DestinationIpv6CidrBlock) return { 'destination-ipv6-cidr-block': DestinationIpv6CidrBlock };
  return { 'destination-prefix-list-id': DestinationPrefixListId ?? '' };
}
