import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { clusterConnections } from '../../evidence/databases/connections.ts';
import { clusterEvents } from '../../evidence/databases/events.ts';
import { clusterFollowers, restoringClusters } from '../../evidence/databases/restoring.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { type DescribedDbCluster, toDbCluster } from '../../resources/dbCluster.ts';
import { dbClusterSafeguards } from '../../resources/dbClusterSafeguards.ts';
import { finalSnapshotName } from '../../resources/lastOfDatabases.ts';
import { managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { rdsTags } from '../../session/rdsTags.ts';
import { resourceType } from '../resourceType.ts';
import { membersFirst } from './members.ts';
import { DB_CLUSTER_READS } from './reading.ts';
import { restoreDbCluster } from './restore.ts';
import { quarantineDbClusters } from './snapshots.ts';

export const dbCluster = resourceType({
  resourceType: 'dbCluster',
  called: { en: 'Aurora cluster', de: 'Aurora-Cluster' },
  alsoCalled: ['aurora', 'database cluster', 'rds cluster', 'db cluster'],
  summary:
    'Provisioned clusters of Aurora MySQL and Aurora PostgreSQL, with all their members. Idle: no connection and little work on the storage of every member on each day of `unusedFor`, 32 days by default. A snapshot is made some days before the deletion, and a final one with it; its automated backups stay. Multi-AZ clusters, DocumentDB, Neptune and Serverless v1 are kept.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    revision: 'internal',
    arn: 'text',
    status: 'text',
    engine: 'text',
    engineVersion: 'text',
    engineMode: 'text',
    storageEncrypted: 'boolean',
    deletionProtection: 'boolean',
    members: 'texts',
    unsettled: 'texts',
    memberTags: 'texts',
    hosts: 'texts',
    minCapacity: 'number',
    replicas: 'texts',
    pendingChanges: 'texts',
    boundTo: 'texts',
    operator: 'text',
  },
  noun: 'database cluster',
  // Its members go before it, and are made again after it.
  arns: ['rds:*:*:cluster:*', 'rds:*:*:cluster-snapshot:*', 'rds:*:*:db:*'],
  parameters: managedParameters,
  evidence: [
    ...[clusterConnections, clusterEvents, clusterFollowers, recordSets, restoringClusters],
    ...mentionedBy('dbCluster'),
  ],
  unlistedUsers:
    'programs outside of AWS that connect seldom and briefly, between two samples of the metric, or that will connect again after a pause of more than `unusedFor`; what used it under an earlier name, if it got another before Holystone first saw it; secrets, data sources of AppSync, knowledge bases of Bedrock, and backup plans that choose by tags',
  safeguards: dbClusterSafeguards,
  quarantine: {
    summary:
      'Holystone makes a snapshot of the cluster, which stays as it is. A connection to a member, or the deletion of that snapshot, keeps the cluster. The snapshot stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(rds.createDBClusterSnapshot),
    reads: permissionsOf(rds.describeDBClusterSnapshots),
  },
  // Longer than a month: a job at the end of each month counts.
  // A new name, also of a member, is one that another one may have had; and whoever changes its members uses it.
  dated: 'byLater',
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The prices of its classes and of its storage are not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: rdsTags,
  mostIds: 1,
  reads: rds.describeDBClusters,
  readsWith: DB_CLUSTER_READS,
  idOf: ({ cluster }: DescribedDbCluster) => cluster.DBClusterIdentifier,
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
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  userOf: blockedBy,
  partsFirst: membersFirst,
  ends: 'accepted',
  quarantining: quarantineDbClusters,
  restore: {
    calls: [rds.describeDBClusterSnapshots, rds.restoreDBClusterFromSnapshot, rds.createDBInstance],
    plan: restoreDbCluster,
  },
});

/** An entry may say that a program that starts it counts for nothing (`manageOwned`). */
const TO_THE_END = dbClusterSafeguards.filter(({ name }) => name !== 'startedAgain');

/** Facts that AWS does not refuse, or only after the members are gone: read directly before the first request. */
function blockedBy(one: DescribedDbCluster): string | undefined {
  const resource = toDbCluster(one);
  if (!resource) return undefined;
  if (resource.status !== 'available') return `its state is ${resource.status ?? 'not known'}`;
  return reasonToTheEnd(TO_THE_END, resource);
}
