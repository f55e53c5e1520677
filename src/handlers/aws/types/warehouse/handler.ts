import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { redshift } from '../../calls/redshift.ts';
import { toWarehouse } from '../../resources/warehouse.ts';
import { warehouseSafeguards } from '../../resources/warehouseSafeguards.ts';
import { resourceType } from '../resourceType.ts';
import { blockedBy, WAREHOUSE } from '../warehouses.ts';
import { restoreWarehouse } from './restore.ts';
import { finalSnapshotName, quarantineWarehouses } from './snapshots.ts';

/**
 * Idle clusters of Redshift. Each keeps running until it goes: AWS refuses to delete one that is paused (ADR 194), and a running one
 * goes on showing its connections.
 */
export const warehouse = resourceType({
  ...WAREHOUSE,
  resourceType: 'warehouse',
  called: { en: 'Redshift cluster', de: 'Redshift-Cluster' },
  alsoCalled: ['redshift', 'redshift cluster', 'data warehouse'],
  summary:
    'Provisioned clusters of Redshift. Idle: no connection and no query on every day of `unusedFor`, 32 days by default. A snapshot is made some days before the deletion, and a final one with it; both stay. With `stop` in `actions` it is only paused. Redshift Serverless is not looked at.',
  noun: 'Redshift cluster',
  safeguards: warehouseSafeguards,
  quarantine: {
    summary:
      'Holystone makes a snapshot of the cluster, which stays as it is. A connection to it, or the deletion of that snapshot, keeps the cluster. The snapshot stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(redshift.createClusterSnapshot),
    reads: permissionsOf(redshift.describeClusterSnapshots),
  },
  toResource: toWarehouse,
  deletes: redshift.deleteCluster,
  // Whatever is written until the end is in the final snapshot, or AWS refuses.
  deleteInput: (ClusterIdentifier, identity) => ({
    ClusterIdentifier,
    SkipFinalClusterSnapshot: false,
    FinalClusterSnapshotIdentifier: finalSnapshotName(identity),
    FinalClusterSnapshotRetentionPeriod: -1,
  }),
  isDone: ({ Cluster }, id) => Cluster?.ClusterIdentifier === id,
  userOf: blockedBy(warehouseSafeguards),
  quarantining: quarantineWarehouses,
  alsoKeptAs: ['runningWarehouse'],
  stoppedAs: 'runningWarehouse',
  stopEndsMark: true,
  restore: {
    calls: [redshift.describeClusterSnapshots, redshift.restoreFromClusterSnapshot],
    plan: restoreWarehouse,
  },
});
