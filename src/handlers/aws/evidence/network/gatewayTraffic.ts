import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import type { NatGatewayResource } from '../../resources/natGateway.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * https://docs.aws.amazon.com/vpc/latest/userguide/metrics-dimensions-nat-gateway.html. Connections are of TCP alone, so
 * that a day with packets is one of use, too: DNS, NTP and VPNs have no connections.
 */
const METRICS = [
  { name: 'ActiveConnectionCount', stat: 'Maximum', unit: 'connections', words: 'connections at once' },
  { name: 'PacketsInFromSource', stat: 'Sum', unit: 'packets', words: 'packets' },
  { name: 'PacketsInFromDestination', stat: 'Sum', unit: 'packets', words: 'packets' },
] as const;

/** A gateway that lives sends a value each minute, also zero. */
export const gatewayTraffic = measuredUse<NatGatewayResource>({
  name: 'gatewayTraffic',
  isOnlyProof: true,
  summary:
    'Its connections and packets in CloudWatch, in each of its zones and in those that a regional one may have left: the last day with any, of the last 455 days, counts as its last use. A day without a value may have been a day of use. CloudWatch charges for each metric.',
  reading: 'reading the traffic of NAT gateways',
  measuredOf(gateway, { location }): Measured {
    const since = gateway.createdAt?.getTime();
    return {
      what: 'traffic',
      sets: setsOf(gateway, location),
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});

/** The last letters of the names of zones; no region has more than six (`us-east-1f`). */
const LETTERS = [...'abcdefgh'];

/**
 * A regional one publishes only for each of its zones: its id alone answers silence. It comes into zones and leaves them by
 * itself, and AWS does not say which it had: https://docs.aws.amazon.com/vpc/latest/userguide/nat-gateways-regional.html.
 * So each zone of the region is asked for, and one whose name is of another form makes all unknown.
 */
function setsOf({ id, availabilityMode, zones = [] }: NatGatewayResource, region: string): readonly MetricSet[] {
  if (availabilityMode === 'zonal') return [{ metrics: metricsOf({ NatGatewayId: id }) }];
  if (availabilityMode !== 'regional') return [];
  const known = LETTERS.map((letter) => `${region}${letter}`);
  if (!zones.every((zone) => known.includes(zone))) return [];
  return known.map((zone) => ({
    of: zone,
    ...(zones.includes(zone) ? {} : { mayBeSilent: true }),
    metrics: metricsOf({ NatGatewayId: id, AvailabilityZone: zone }),
  }));
}

function metricsOf(dimensions: Metric['dimensions']): readonly Metric[] {
  return METRICS.map((metric) => ({ namespace: 'AWS/NATGateway', dimensions, ...metric }));
}
