import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { toDbCluster } from '../../resources/dbCluster.ts';
import { dbClusterSafeguards } from '../../resources/dbClusterSafeguards.ts';
import { finalSnapshotName } from '../../resources/lastOfDatabases.ts';
import { blockedBy, DB_CLUSTER } from '../dbClusters.ts';
import { resourceType } from '../resourceType.ts';
import { membersFirst } from './members.ts';
import { restoreDbCluster } from './restore.ts';
import { quarantineDbClusters } from './snapshots.ts';

export const dbCluster = resourceType({
  ...DB_CLUSTER,
  resourceType: 'dbCluster',
  called: { en: 'Aurora cluster', de: 'Aurora-Cluster' },
  alsoCalled: ['aurora', 'database cluster', 'rds cluster', 'db cluster'],
  summary:
    'Provisioned clusters of Aurora MySQL and Aurora PostgreSQL, with all their members. Idle: no connection and little work on the storage of every member on each day of `unusedFor`, 32 days by default. A snapshot is made some days before the deletion, and a final one with it; its automated backups stay. With `stop` in `actions` it is only stopped, and so are clusters of DocumentDB. Multi-AZ clusters, Neptune and Serverless v1 are kept.',
  noun: 'database cluster',
  // Its members go before it, and are made again after it.
  arns: ['rds:*:*:cluster:*', 'rds:*:*:cluster-snapshot:*', 'rds:*:*:db:*'],
  safeguards: dbClusterSafeguards,
  quarantine: {
    summary:
      'Holystone makes a snapshot of the cluster, which stays as it is. A connection to a member, or the deletion of that snapshot, keeps the cluster. The snapshot stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(rds.createDBClusterSnapshot),
    reads: permissionsOf(rds.describeDBClusterSnapshots),
  },
  toResource: toDbCluster,
  takesTypes: ['dbInstance'],
  deletes: rds.deleteDBCluster,
  alsoDeletes: [rds.deleteDBInstance],
  // AWS makes the snapshot after the last connection and before the end, or refuses: nothing that is written meanwhile is lost.
  deleteInput: (DBClusterIdentifier, identity) => ({
    DBClusterIdentifier,
    SkipFinalSnapshot: false,
    FinalDBSnapshotIdentifier: finalSnapshotName(identity),
    DeleteAutomatedBackups: false,
  }),
  userOf: blockedBy(dbClusterSafeguards),
  partsFirst: membersFirst,
  quarantining: quarantineDbClusters,
  alsoKeptAs: ['runningDbCluster'],
  stoppedAs: 'runningDbCluster',
  stopEndsMark: true,
  restore: {
    calls: [rds.describeDBClusterSnapshots, rds.restoreDBClusterFromSnapshot, rds.createDBInstance],
    plan: restoreDbCluster,
  },
});
