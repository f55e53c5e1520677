import type { Measured } from '../../../../core/measured/metric.ts';
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
 * A broken instance sends nothing, and neither does a wrong name: silence is not known to be no use. Of a stopped one AWS says since
 * when it is.
 */
export const databaseConnections = measuredUse<DbInstanceResource>({
  name: 'databaseConnections',
  isOnlyProof: true,
  summary: `Its connections in CloudWatch (the day's maximum of \`DatabaseConnections\`) and, as a second sign, work on its storage (\`ReadIOPS\`, \`WriteIOPS\`) of at least ${WORK_FROM} operations a second: the last day with any, of the last 455 days. A day without a value may have been one of use. CloudWatch charges for the metrics.`,
  reading: 'reading connections of database instances',
  measuredOf(resource): Measured {
    const { id: DBInstanceIdentifier, createdAt } = resource;
    const since = createdAt?.getTime();
    const ends = stoppedAt(resource);
    const dimensions = { DBInstanceIdentifier };
    return {
      what: 'use',
      sets: [{ metrics: METRICS.map((metric) => ({ namespace: 'AWS/RDS', stat: 'Maximum', dimensions, ...metric })) }],
      silence: { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
      ...(ends === undefined ? {} : { endsMs: ends }),
    };
  },
});
