import type { Finding } from '../../../../core/common/finding.ts';
import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { cloudWatch } from '../../calls/cloudWatch.ts';
import type { VpcEndpointResource } from '../../resources/vpcEndpoint.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { measuredUse } from '../measured/measuredUse.ts';

const NAMESPACE = 'AWS/PrivateLinkEndpoints';
const ID = 'VPC Endpoint Id';

/** A dropped packet is one that somebody sent. */
const METRICS = [
  { name: 'BytesProcessed', stat: 'Sum', unit: 'bytes', words: 'bytes' },
  { name: 'NewConnections', stat: 'Sum', unit: 'connections', words: 'new connections' },
  { name: 'ActiveConnections', stat: 'Maximum', unit: 'connections', words: 'connections at once' },
  { name: 'PacketsDropped', stat: 'Sum', unit: 'packets', words: 'dropped packets' },
] as const;

/**
 * "Reporting criteria: The endpoint received traffic during the one-minute period", of every metric:
 * https://docs.aws.amazon.com/vpc/latest/privatelink/privatelink-cloudwatch-metrics.html. There are none of gateway endpoints and
 * "for endpoint service consumers that use cross-Region access", and no word about other types.
 */
export const endpointTraffic = measuredUse<VpcEndpointResource>({
  name: 'endpointTraffic',
  isOnlyProof: true,
  summary:
    'Its bytes, connections and dropped packets in CloudWatch: the last day with any, of the last 455 days, counts as its last use. An endpoint to a service of another region has no metrics, so its use is unknown. CloudWatch charges for each metric.',
  reading: 'reading the traffic of VPC endpoints',
  measuredOf(endpoint, { location }): Measured {
    const since = endpoint.createdAt?.getTime();
    const dimensions = isMeasured(endpoint, location) ? dimensionsOf(endpoint) : undefined;
    const metrics = dimensions && METRICS.map((metric) => ({ namespace: NAMESPACE, dimensions, ...metric }));
    return {
      what: 'traffic',
      sets: metrics === undefined ? [] : [{ metrics }],
      silence: { means: 'zero', noWitness: 'an endpoint without traffic reports no metric' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

const WITH_METRICS: readonly (string | undefined)[] = ['Interface', 'GatewayLoadBalancer'];

/** Where AWS does not say in which region the service is, its name has to. */
function isMeasured({ vpcEndpointType, serviceRegion, serviceName = '' }: VpcEndpointResource, own: string): boolean {
  if (!WITH_METRICS.includes(vpcEndpointType)) return false;
  return serviceRegion === undefined ? serviceName.split('.').includes(own) : serviceRegion === own;
}

/** All four, or none: `undefined` if one of them is not known. */
function dimensionsOf({ id, vpcEndpointType, serviceName, vpcId }: VpcEndpointResource) {
  if (vpcEndpointType === undefined || serviceName === undefined || vpcId === undefined) return undefined;
  return { 'Endpoint Type': vpcEndpointType, 'Service Name': serviceName, [ID]: id, 'VPC Id': vpcId };
}

/**
 * Silence and a wrong set of dimensions look the same, and the documentation does not spell the values. So whatever CloudWatch
 * lists of an endpoint under values that Holystone would not ask for is a use.
 */
export const endpointSeries: EvidenceSource = {
  name: 'endpointSeries',
  summary:
    'Metrics that CloudWatch lists of it (those of the last two weeks) with other dimensions than those that `endpointTraffic` asks for.',
  permissions: permissionsOf(cloudWatch.listMetrics),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const listed = new Map<string, Metric['dimensions'][]>();
    const names = new Map<Metric['dimensions'], string>();
    for await (const page of pages(target, cloudWatch.listMetrics, 'listing metrics of VPC endpoints', {
      Namespace: NAMESPACE,
    }))
      for (const { MetricName = 'a metric', Dimensions = [] } of page) {
        const dimensions = Object.fromEntries(Dimensions.map(({ Name = '', Value = '' }) => [Name, Value]));
        const id = dimensions[ID];
        // Of an endpoint service, or of all endpoints together.
        if (id === undefined) continue;
        names.set(dimensions, MetricName);
        listed.set(id, [...(listed.get(id) ?? []), dimensions]);
      }
    return findOfEach(candidates as readonly VpcEndpointResource[], async (one) => {
      const [alias = one.id] = one.aliases;
      const wanted = dimensionsOf(one);
      // One of which that is never known hides no other, as a failed read would.
      if (wanted === undefined) return [{ alias, says: 'unknown', by: 'its service or its VPC is not known' }];
      const others = (listed.get(one.id) ?? []).filter((dimensions) => !isSame(dimensions, wanted));
      return others.slice(0, 1).map((dimensions): Finding => {
        const values = Object.entries(dimensions).map(([name, value]) => `${name} ${value}`);
        return { alias, says: 'used', by: `CloudWatch has ${names.get(dimensions)} of it, for ${values.join(', ')}` };
      });
    });
  },
};

/** Also of one of its subnets: its values are in those of the whole, too. */
function isSame({ 'Subnet Id': _subnet, ...listed }: Metric['dimensions'], expected: Metric['dimensions']): boolean {
  const names = Object.keys(expected);
  return Object.keys(listed).length === names.length && names.every((name) => listed[name] === expected[name]);
}
