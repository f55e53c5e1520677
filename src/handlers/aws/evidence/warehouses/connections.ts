import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { WarehouseResource } from '../../resources/warehouse.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * Redshift itself connects each minute for `HealthStatus`; whether that counts is not documented, so a cluster of which it does is
 * never idle: https://docs.aws.amazon.com/redshift/latest/mgmt/metrics-listing.html.
 */
const SESSIONS = { name: 'DatabaseConnections', unit: 'connections', words: 'connections at once' } as const;

/**
 * Connections are sampled, and one of the Data API is short. Of clusters with one node Redshift sends none of these, and whether one
 * without a query sends zeros is not documented.
 */
const QUERIES = { name: 'QueriesCompletedPerSecond', unit: 'events', words: 'queries a second' } as const;
const LATENCIES = ['short', 'medium', 'long'] as const;

/**
 * Never an average: a short job vanishes in that of a day. "Metrics of hardware" are not sent of a paused one, so silence is not
 * known to be no use, and a day on which it was paused may have been followed by one of use.
 */
export const warehouseConnections = measuredUse<WarehouseResource>({
  name: 'warehouseConnections',
  isOnlyProof: true,
  summary:
    "Its connections in CloudWatch (the day's maximum of `DatabaseConnections`) and, as a second sign, queries (`QueriesCompletedPerSecond`, of each latency): the last day with any, of the last 455 days. A day without a value of its connections may have been one of use, for a paused cluster sends none. CloudWatch charges for the metrics.",
  reading: 'reading connections of Redshift clusters',
  measuredOf({ id: ClusterIdentifier, createdAt }): Measured {
    const since = createdAt?.getTime();
    const metric = (
      of: Pick<Metric, 'name' | 'unit' | 'words'>,
      more: Readonly<Record<string, string>> = {},
    ): Metric => ({
      namespace: 'AWS/Redshift',
      stat: 'Maximum',
      dimensions: { ClusterIdentifier, ...more },
      ...of,
    });
    return {
      what: 'use',
      sets: [
        { metrics: [metric(SESSIONS)] },
        { mayBeSilent: true, metrics: LATENCIES.map((latency) => metric(QUERIES, { latency })) },
      ],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
