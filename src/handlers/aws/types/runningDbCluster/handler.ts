import { rds } from '../../calls/rds.ts';
import { type DbClusterResource, type DescribedDbCluster, toDbCluster } from '../../resources/dbCluster.ts';
import { runningClusterSafeguards } from '../../resources/dbClusterSafeguards.ts';
import { blockedBy, DB_CLUSTER } from '../dbClusters.ts';
import { resourceType } from '../resourceType.ts';
import { STOP, startAgain } from '../startAgain.ts';

/**
 * "If you don't manually start your DB cluster after seven days, your DB cluster is automatically started"; DocumentDB does so, too.
 * https://docs.aws.amazon.com/AmazonRDS/latest/AuroraUserGuide/aurora-cluster-stop-start.html
 */
const STOPPED_FOR_DAYS = 7;

/**
 * Idle clusters of Aurora and DocumentDB that run: they are stopped with all members, and nothing else. What the lifecycle calls a deletion is the
 * stop, with all that guards a deletion; this type has no call that deletes (ADR 193).
 */
export const runningDbCluster = resourceType({
  ...DB_CLUSTER,
  resourceType: 'runningDbCluster',
  called: { en: 'running database cluster', de: 'laufendes Datenbank-Cluster' },
  alsoCalled: ['idle aurora', 'idle documentdb', 'idle docdb', 'idle database cluster'],
  summary:
    'Provisioned clusters of Aurora MySQL and Aurora PostgreSQL, and of DocumentDB, that run and that nobody used: no connection and little work on the storage of every member on each day of `unusedFor`, 32 days by default. They are **stopped** with all their members, never deleted: data, storage and backups stay, AWS starts them again by itself after seven days, and `restore` before that.',
  stops: true,
  kind: 'dbCluster',
  noun: 'running database cluster',
  arns: ['rds:*:*:cluster:*'],
  safeguards: runningClusterSafeguards,
  toResource,
  // Its run.
  isOver: ({ cluster }) => cluster.Status === 'stopped',
  // A decision about a member is one about the whole.
  takesTypes: ['dbInstance'],
  deletes: rds.stopDBCluster,
  deleteInput: (DBClusterIdentifier) => ({ DBClusterIdentifier }),
  isDone: ({ DBCluster }, id) => DBCluster?.DBClusterIdentifier === id,
  userOf: blockedBy(runningClusterSafeguards),
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
