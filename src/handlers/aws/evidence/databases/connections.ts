import type { Measured, Metric, MetricSet } from '../../../../core/measured/metric.ts';
import type { DbClusterResource } from '../../resources/dbCluster.ts';
import { type DbInstanceResource, stoppedAt } from '../../resources/dbInstance.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * Sessions of clients, sampled each minute: one that ends between two samples is not counted, so silence alone proves little
 * (https://github.com/redhat-performance/cloud-governance/issues/774).
 */
const SESSIONS = { name: 'DatabaseConnections', unit: 'connections', words: 'connections at once' } as const;

/**
 * An engine reads and writes for itself, so these are never 0; AWS names no limit between that and the work of a client. This
 * one is low on purpose: an engine that tidies up much is kept.
 */
const WORK_FROM = 50;
const WORK = { unit: 'events', words: 'operations a second on its storage', useFrom: WORK_FROM } as const;

/** https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/rds-metrics.html; never an average: a short job vanishes in that of a day. */
const METRICS = [SESSIONS, { ...WORK, name: 'ReadIOPS' }, { ...WORK, name: 'WriteIOPS' }] as const;

/**
 * Of DocumentDB the first "represents customer-initiated connections only", and the other has the most of each minute. Its counters of
 * operations are none, for an idle one has about 50 of its own. https://docs.aws.amazon.com/documentdb/latest/developerguide/cloud_watch.html
 */
const METRICS_OF_DOCUMENTS = [...METRICS, { ...SESSIONS, name: 'DatabaseConnectionsMax' }] as const;

function setOf(dimensions: Metric['dimensions'], engine?: string): MetricSet {
  const [namespace, metrics] =
    engine === 'docdb' ? (['AWS/DocDB', METRICS_OF_DOCUMENTS] as const) : (['AWS/RDS', METRICS] as const);
  return { metrics: metrics.map((metric) => ({ namespace, stat: 'Maximum', dimensions, ...metric })) };
}

/**
 * A broken instance sends nothing, and neither does a wrong name: silence is not known to be no use. Of a stopped one AWS says since
 * when it is.
 */
export const databaseConnections = measuredUse<DbInstanceResource>({
  name: 'databaseConnections',
  isOnlyProof: true,
  summary: `Its connections in CloudWatch (the day's maximum of \`DatabaseConnections\`) and, as a second sign, work on its storage (\`ReadIOPS\`, \`WriteIOPS\`) of at least ${WORK_FROM} operations a second: the last day with any, of the last 455 days. A day without a value may have been one of use. CloudWatch charges for the metrics.`,
  reading: 'reading connections of database instances',
  measuredOf(resource): Measured {
    const { id, createdAt } = resource;
    const since = createdAt?.getTime();
    const ends = stoppedAt(resource);
    return {
      what: 'use',
      sets: [setOf({ DBInstanceIdentifier: id })],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
      ...(ends === undefined ? {} : { endsMs: ends }),
    };
  },
});

/**
 * Of every member: a reader that is busy with reports and a quiet writer are a used cluster, and a rule by the cluster alone found
 * nothing (https://github.com/cloud-custodian/cloud-custodian/issues/1926). The same names mean the same for Aurora, but that
 * `WriteIOPS` counts records of its log: https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/Aurora.AuroraMonitoring.Metrics.html
 * Readers come and go: those that are gone are in the series of the cluster, whose maximum is that of any member
 * (https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/dimensions.html).
 */
export const clusterConnections = measuredUse<DbClusterResource>({
  name: 'clusterConnections',
  isOnlyProof: true,
  summary: `The connections of every member in CloudWatch, and of the cluster as a whole, in which members count that were removed meanwhile (the day's maximum of \`DatabaseConnections\`, of DocumentDB also of \`DatabaseConnectionsMax\`) and, as a second sign, work on the storage (\`ReadIOPS\`, \`WriteIOPS\`) of at least ${WORK_FROM} operations a second: the last day with any, of the last 455 days. A day on which a member has no value, as one that was added or stopped, may have been one of use. CloudWatch charges for the metrics.`,
  reading: 'reading connections of database clusters',
  measuredOf({ id, createdAt, engine, members = [] }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'use',
      sets: [
        ...members.map((name) => ({ of: name, ...setOf({ DBInstanceIdentifier: name }, engine) })),
        { of: 'any member of the time', mayBeSilent: true, ...setOf({ DBClusterIdentifier: id }, engine) },
      ],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
