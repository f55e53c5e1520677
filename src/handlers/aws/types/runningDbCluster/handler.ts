import { rds } from '../../calls/rds.ts';
import { type DbClusterResource, type DescribedDbCluster, toDbCluster } from '../../resources/dbCluster.ts';
import { type ClusterSafeguard, dbClusterSafeguards } from '../../resources/dbClusterSafeguards.ts';
import { blockedBy, DB_CLUSTER } from '../dbClusters.ts';
import { resourceType } from '../resourceType.ts';
import { STOP, startAgain } from '../startAgain.ts';

/**
 * As strict as those of a deletion, though a stop loses nothing: who protects it, or binds something to it, needs it. What AWS stops
 * never (global databases, clusters with a cross-Region replica, Serverless v1, Multi-AZ clusters) is among them; a blue/green
 * deployment is evidence. https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-cluster-stop-start.html and
 * https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/multi-az-db-clusters-concepts.Limitations.html
 */
const runningSafeguards: readonly ClusterSafeguard[] = dbClusterSafeguards.map((one) =>
  one.name === 'status'
    ? {
        ...one,
        summary:
          'Its state is neither `available` nor `backing-up`: what is stopped costs no hours, and all else is on its way.',
      }
    : one,
);

/** "If you don't manually start your DB cluster after seven days, your DB cluster is automatically started": the same page. */
const STOPPED_FOR_DAYS = 7;

/**
 * Idle clusters of Aurora that run: they are stopped with all members, and nothing else. What the lifecycle calls a deletion is the
 * stop, with all that guards a deletion; this type has no call that deletes (ADR 193).
 */
export const runningDbCluster = resourceType({
  ...DB_CLUSTER,
  resourceType: 'runningDbCluster',
  called: { en: 'running Aurora cluster', de: 'laufendes Aurora-Cluster' },
  alsoCalled: ['idle aurora', 'idle aurora cluster', 'idle database cluster'],
  summary:
    'Provisioned clusters of Aurora MySQL and Aurora PostgreSQL that run and that nobody used: no connection and little work on the storage of every member on each day of `unusedFor`, 32 days by default. They are **stopped** with all their members, never deleted: data, storage and backups stay, AWS starts them again by itself after seven days, and `restore` before that.',
  stops: true,
  kind: 'dbCluster',
  noun: 'running database cluster',
  arns: ['rds:*:*:cluster:*'],
  safeguards: runningSafeguards,
  toResource,
  // Its run.
  isOver: ({ cluster }) => cluster.Status === 'stopped',
  // A decision about a member is one about the whole.
  takesTypes: ['dbInstance'],
  deletes: rds.stopDBCluster,
  deleteInput: (DBClusterIdentifier) => ({ DBClusterIdentifier }),
  isDone: ({ DBCluster }, id) => DBCluster?.DBClusterIdentifier === id,
  userOf: blockedBy(runningSafeguards),
  alsoKeptAs: ['dbCluster'],
  restore: {
    calls: [rds.startDBCluster],
    plan: async (wanted, now) =>
      startAgain(wanted, now, {
        noun: 'database cluster',
        states: STOP,
        stateOf: ({ status }) => status,
        call: rds.startDBCluster,
        input: (DBClusterIdentifier) => ({ DBClusterIdentifier }),
        command: 'rds start-db-cluster',
        option: 'db-cluster-identifier',
        says: (id) => `starts ${id} with its members, which cost by the hour from then on`,
      }),
  },
});

function toResource(one: DescribedDbCluster): DbClusterResource | undefined {
  const resource = toDbCluster(one);
  return resource && { ...resource, note: { code: 'onlyStopsFor', values: { days: STOPPED_FOR_DAYS } } };
}
