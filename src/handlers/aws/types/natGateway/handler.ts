import { z } from 'zod';
import { DAY_MS } from '../../../../core/common/duration.ts';
import { ec2 } from '../../calls/ec2.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { gatewayRoutes } from '../../evidence/network/gatewayRoutes.ts';
import { gatewayTraffic } from '../../evidence/network/gatewayTraffic.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { managedParameters } from '../../resources/managedBy.ts';
import { toGateway } from '../../resources/natGateway.ts';
import { ec2Type } from '../ec2Type.ts';
import { describeGateway } from './describe.ts';
import { gatewayCost } from './monthlyCost.ts';
import { restoreGateway } from './restore.ts';
import { gatewaySafeguards } from './safeguards.ts';

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
