import type { DeleteVpcEndpointsResult, VpcEndpoint } from '@aws-sdk/client-ec2';
import { z } from 'zod';
import { defined } from '../../../../core/common/defined.ts';
import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { ec2 } from '../../calls/ec2.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { endpointInterfaces } from '../../evidence/network/endpointInterfaces.ts';
import { endpointIsolation } from '../../evidence/network/endpointIsolation.ts';
import { endpointSeries, endpointTraffic } from '../../evidence/network/endpointTraffic.ts';
import { allowedAddresses, prefixListEntries } from '../../evidence/network/namedAddresses.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { HOURS } from '../../resources/hours.ts';
import { type ManagedParameters, managedBy, managedParameters } from '../../resources/managedBy.ts';
import { ownedByAnother, requesterManaged, stateIs } from '../../resources/safeguards.ts';
import { type DescribedEndpoint, toEndpoint, type VpcEndpointResource } from '../../resources/vpcEndpoint.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreEndpoint } from './restore.ts';

type EndpointSafeguard = Safeguard<VpcEndpointResource, ManagedParameters>;

const parameters = managedParameters.extend({
  despiteIsolation: z
    .boolean()
    .default(false)
    .describe(
      'An endpoint without traffic goes although something in its VPC has no other way to its service. Else each of them is a use.',
    ),
});

/** A gateway endpoint costs nothing and has no metrics, and AWS deletes its routes with it. */
const kind: EndpointSafeguard = {
  name: 'kind',
  summary: 'Its type is another than `Interface` and `GatewayLoadBalancer`.',
  keeps: ({ vpcEndpointType: type }) =>
    type === 'Interface' || type === 'GatewayLoadBalancer' ? undefined : `its type is ${type ?? 'not known'}`,
};

export const vpcEndpoint = ec2Type({
  resourceType: 'vpcEndpoint',
  called: { en: 'VPC endpoint', de: 'VPC-Endpunkt' },
  alsoCalled: ['vpce', 'endpoint', 'vpc endpoint', 'interface endpoint'],
  summary:
    'VPC endpoints of the types Interface and GatewayLoadBalancer. Idle: no byte, no connection and no dropped packet for `unusedFor`. One that is made again has another id, and the same private addresses where they are free.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    state: 'text',
    vpcEndpointType: 'text',
    serviceName: 'text',
    serviceRegion: 'text',
    vpcId: 'text',
    subnetIds: 'texts',
    privateDnsEnabled: 'boolean',
    requesterManaged: 'boolean',
    ownerId: 'text',
    isOfAnother: 'internal',
  },
  noun: 'VPC endpoint',
  pageOf: ec2Page('EndpointDetails:vpcEndpointId='),
  arns: ['ec2:*:*:vpc-endpoint/*'],
  parameters,
  evidence: [
    allowedAddresses,
    endpointInterfaces,
    endpointIsolation,
    endpointTraffic,
    endpointSeries,
    prefixListEntries,
    recordSets,
    ...mentionedBy('vpcEndpoint'),
  ],
  // RDS Proxy, OpenSearch, MSK, Network Firewall and others make their own.
  safeguards: [managedBy, requesterManaged, ownedByAnother, kind, stateIs('available')],
  unlistedUsers:
    'conditions on `aws:SourceVpce` in policies of queues, topics, repositories, roles and organizations, and of accounts that are not in the configuration; what is started now and then in a network without a way out, and names its subnet nowhere in AWS',
  // Trusted Advisor looks back for 30 days: https://docs.aws.amazon.com/awssupport/latest/user/cost-optimization-checks.html
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  monthlyCost({ vpcEndpointType, subnetIds }, prices) {
    const price = prices.of('vpc.interfaceEndpoint.hour');
    if (price === undefined || vpcEndpointType !== 'Interface' || !subnetIds?.length) return undefined;
    return { amount: price * HOURS * subnetIds.length };
  },
  reads: ec2.describeVpcEndpoints,
  idsInput: (VpcEndpointIds) => ({ VpcEndpointIds }),
  idOf: ({ VpcEndpointId }) => VpcEndpointId,
  toResource: toEndpoint,
  isGone: ({ State }) => State?.toLowerCase() === 'deleted',
  describeCalls: [ec2.describeNetworkInterfaces],
  describe: describeEndpoint,
  deletes: ec2.deleteVpcEndpoints,
  deleteInput: (id) => ({ VpcEndpointIds: [id] }),
  // Anything in the list is a refusal, also without words.
  refusalIn({ Unsuccessful = [] }: DeleteVpcEndpointsResult) {
    const [one] = Unsuccessful;
    const { Code: code = 'unnamed', Message: message = `AWS refused it (${code})` } = one?.Error ?? {};
    return one && { code, message };
  },
  ends: 'accepted',
  restore: { calls: [ec2.createVpcEndpoint, ec2.createTags], plan: restoreEndpoint },
});

/** Its description, with the addresses of its interfaces: after its deletion nothing else says them. @throws ReadError */
async function describeEndpoint(target: CallScope, one: VpcEndpoint): Promise<DescribedEndpoint> {
  const { NetworkInterfaceIds: Values = [] } = one;
  if (Values.length === 0) return one;
  const what = `reading the addresses of ${one.VpcEndpointId}`;
  const Filters = [{ Name: 'network-interface-id', Values }];
  const found = await allOf(pages(target, ec2.describeNetworkInterfaces, what, { Filters }));
  const NetworkInterfaces = found.map(({ SubnetId, PrivateIpAddress, Ipv6Addresses }) =>
    defined({ SubnetId, PrivateIpAddress, Ipv6Addresses }),
  );
  return { ...one, NetworkInterfaces };
}
