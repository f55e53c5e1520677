import type { NatGateway } from '@aws-sdk/client-ec2';
import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import { ec2 } from '../../calls/ec2.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { gatewayRoutes } from '../../evidence/network/gatewayRoutes.ts';
import { gatewayTraffic } from '../../evidence/network/gatewayTraffic.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { HOURS } from '../../resources/hours.ts';
import { type ManagedParameters, managedBy, managedParameters } from '../../resources/managedBy.ts';
import { type DescribedGateway, type NatGatewayResource, toGateway } from '../../resources/natGateway.ts';
import { stateIs } from '../../resources/safeguards.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreGateway } from './restore.ts';

type GatewaySafeguard = Safeguard<NatGatewayResource, ManagedParameters>;

/** One that failed costs nothing, and AWS deletes it: https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-troubleshooting.html */
const state = stateIs('available');

const appliance: GatewaySafeguard = {
  name: 'appliance',
  summary: 'A firewall or a proxy is attached to it.',
  keeps: ({ appliances }) => (appliances ? `attached to it: ${appliances.join(', ')}` : undefined),
};

/** Whoever allows these addresses loses them for ever, and none like it can be made again. */
const addressesOfAws: GatewaySafeguard = {
  name: 'addressesOfAws',
  summary:
    'A regional one in automatic mode, or of a mode that AWS does not say: AWS takes its addresses back with it.',
  keeps: ({ hasAddressesOfAws: has }) =>
    has ? 'AWS allocated its addresses (automatic mode), and would take them back with it' : undefined,
};

/** The verdict of a gateway has the reason of every one that keeps it, in this order. */
const gatewaySafeguards: readonly GatewaySafeguard[] = [managedBy, state, addressesOfAws, appliance];

const parameters = managedParameters.extend({
  despiteRoutes: z
    .boolean()
    .default(false)
    .describe(
      'A gateway without traffic goes although route tables lead to it: their routes stay, and lead nowhere. Else each route is a use.',
    ),
});

export const natGateway = ec2Type({
  resourceType: 'natGateway',
  called: { en: 'NAT gateway', de: 'NAT-Gateway' },
  alsoCalled: ['nat', 'nat gateway', 'natgw', 'ngw'],
  summary:
    'NAT gateways, zonal and regional. Idle: no connection and no packet in any zone for `unusedFor`, and no route. Its Elastic IP addresses stay, for one with the same addresses.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    state: 'text',
    connectivityType: 'text',
    availabilityMode: 'text',
    hasAddressesOfAws: 'boolean',
    vpcId: 'text',
    subnetId: 'text',
    zones: 'texts',
    appliances: 'texts',
  },
  noun: 'NAT gateway',
  pageOf: ec2Page('NatGatewayDetails:natGatewayId='),
  arns: ['ec2:*:*:natgateway/*'],
  parameters,
  evidence: [gatewayRoutes, gatewayTraffic, ...mentionedBy('natGateway')],
  safeguards: gatewaySafeguards,
  // Compute Optimizer looks back as long:
  // https://docs.aws.amazon.com/compute-optimizer/latest/ug/view-idle-recommendations.html
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  monthlyCost: gatewayCost,
  reads: ec2.describeNatGateways,
  idsInput: (NatGatewayIds) => ({ NatGatewayIds }),
  idOf: ({ NatGatewayId }) => NatGatewayId,
  toResource: toGateway,
  // "The deleted NAT gateway remains visible for about an hour": https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateway-working-with.html
  isGone: ({ State }) => State === 'deleted',
  describeCalls: [ec2.describeRouteTables],
  describe: describeGateway,
  deletes: ec2.deleteNatGateway,
  deleteInput: (NatGatewayId) => ({ NatGatewayId }),
  isDone: ({ NatGatewayId }, id) => NatGatewayId === id,
  ends: 'accepted',
  restore: { calls: [ec2.createNatGateway, ec2.createTags], plan: restoreGateway },
});

/** Its description, with the routes that lead to it: after its deletion nothing else says where they led. @throws ReadError */
async function describeGateway(target: CallScope, one: NatGateway): Promise<DescribedGateway> {
  const id = one.NatGatewayId ?? '';
  const input = { Filters: [{ Name: 'route.nat-gateway-id', Values: [id] }] };
  const tables = await allOf(pages(target, ec2.describeRouteTables, 'reading routes to NAT gateways', input));
  const RoutesToIt = tables.map(({ RouteTableId, Routes = [] }) => ({
    ...(RouteTableId === undefined ? {} : { RouteTableId }),
    Routes: Routes.filter(({ NatGatewayId }) => NatGatewayId === id),
  }));
  return RoutesToIt.length === 0 ? one : { ...one, RoutesToIt };
}

/**
 * Its hours, of a regional one in each zone. An Elastic IP address costs the same with and without it, and is none of its
 * savings; one without traffic has no cost of data.
 */
function gatewayCost({ availabilityMode, zones }: NatGatewayResource, prices: Prices): MonthlyCost | undefined {
  const price = prices.of('ec2.natGateway.hour');
  const count = availabilityMode === 'zonal' ? 1 : availabilityMode === 'regional' ? zones?.length : undefined;
  return price === undefined || count === undefined ? undefined : { amount: price * HOURS * count };
}
