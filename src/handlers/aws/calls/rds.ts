import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('rds');

/** "Constraints: Minimum 20, maximum 100.": MaxRecords of each listing. */
const PAGED = { token: 'Marker', page: { MaxRecords: 100 } } as const;

/** Codes with and without `Fault`: the query protocol and the SDK's classes differ. */
const SNAPSHOT = { notFound: ['DBSnapshotNotFound', 'DBSnapshotNotFoundFault'] } as const;
const CLUSTER_SNAPSHOT = { notFound: ['DBClusterSnapshotNotFound', 'DBClusterSnapshotNotFoundFault'] } as const;

const CLUSTER = { notFound: ['DBClusterNotFound', 'DBClusterNotFoundFault'] } as const;
const CLUSTER_TAKEN = ['DBClusterSnapshotAlreadyExists', 'DBClusterSnapshotAlreadyExistsFault'] as const;
const INSTANCE = { notFound: ['DBInstanceNotFound', 'DBInstanceNotFoundFault'] } as const;
const TAKEN = ['DBSnapshotAlreadyExists', 'DBSnapshotAlreadyExistsFault'] as const;

/** Every call to RDS, whose listings also show Neptune and DocumentDB. */
export const rds = table(
  {
    service: 'rds',
    load: async () => (await import('@aws-sdk/client-rds')).RDS,
    prefix: 'rds',
    reads: RATE,
    writes: RATE,
  },
  {
    addTagsToResource: { effect: 'protects' },
    createDBInstance: {
      effect: 'restores',
      errors: { taken: ['DBInstanceAlreadyExists', 'DBInstanceAlreadyExistsFault'] },
    },
    createDBClusterSnapshot: { effect: 'quarantines', errors: { ...CLUSTER, taken: CLUSTER_TAKEN } },
    /** Its automated backups go with it unless the request says otherwise; its members have to go before. */
    deleteDBCluster: { effect: 'deletes', errors: { ...CLUSTER, taken: CLUSTER_TAKEN } },
    /** "The DB cluster snapshot must be in the available state to be deleted." */
    deleteDBClusterSnapshot: { effect: 'deletes', errors: CLUSTER_SNAPSHOT },
    /** Its automated backups go with it unless the request says otherwise. */
    deleteDBInstance: {
      effect: 'deletes',
      errors: { ...INSTANCE, taken: TAKEN },
    },
    /** "The DB snapshot must be in the available state to be deleted." */
    deleteDBSnapshot: { effect: 'deletes', errors: SNAPSHOT },
    describeBlueGreenDeployments: { effect: 'reads', list: 'BlueGreenDeployments', ...PAGED },
    /** Its answer has no list. */
    describeDBClusterSnapshotAttributes: { effect: 'reads', errors: CLUSTER_SNAPSHOT },
    describeDBClusterSnapshots: {
      effect: 'reads',
      list: 'DBClusterSnapshots',
      token: 'Marker',
      page: { MaxRecords: 100, SnapshotType: 'manual' },
      errors: CLUSTER_SNAPSHOT,
    },
    describeDBClusters: {
      effect: 'reads',
      list: 'DBClusters',
      ...PAGED,
      errors: CLUSTER,
    },
    /** Without an engine it lists those of all, custom ones too; of these an inactive one may be activated again. */
    describeDBEngineVersions: {
      effect: 'reads',
      list: 'DBEngineVersions',
      token: 'Marker',
      page: { MaxRecords: 100, IncludeAll: true },
    },
    describeDBInstances: {
      effect: 'reads',
      list: 'DBInstances',
      ...PAGED,
      errors: INSTANCE,
    },
    describeDBProxies: { effect: 'reads', list: 'DBProxies', ...PAGED },
    describeDBProxyEndpoints: { effect: 'reads', list: 'DBProxyEndpoints', ...PAGED },
    describeDBProxyTargets: {
      effect: 'reads',
      list: 'Targets',
      ...PAGED,
      errors: { notFound: ['DBProxyNotFoundFault', 'DBProxyTargetGroupNotFoundFault'] },
    },
    /** Its answer has no list. */
    describeDBSnapshotAttributes: { effect: 'reads', errors: SNAPSHOT },
    describeDBSnapshots: {
      effect: 'reads',
      list: 'DBSnapshots',
      token: 'Marker',
      page: { MaxRecords: 100, SnapshotType: 'manual' },
      errors: SNAPSHOT,
    },
    /** "…for the past 14 days"; without a duration only those of the past hour. */
    describeEvents: { effect: 'reads', list: 'Events', ...PAGED },
    describeExportTasks: { effect: 'reads', list: 'ExportTasks', ...PAGED },
    describeIntegrations: { effect: 'reads', list: 'Integrations', ...PAGED },
    describeOptionGroups: { effect: 'reads', list: 'OptionGroupsList', ...PAGED },
    removeTagsFromResource: { effect: 'protects' },
    restoreDBClusterFromSnapshot: {
      effect: 'restores',
      errors: { ...CLUSTER_SNAPSHOT, taken: ['DBClusterAlreadyExists', 'DBClusterAlreadyExistsFault'] },
    },
    restoreDBInstanceFromDBSnapshot: {
      effect: 'restores',
      errors: { ...SNAPSHOT, taken: ['DBInstanceAlreadyExists', 'DBInstanceAlreadyExistsFault'] },
    },
    startDBCluster: { effect: 'restores', errors: CLUSTER },
    startDBInstance: { effect: 'protects', undoes: true, errors: INSTANCE },
    /** What the type that stops calls a deletion. */
    stopDBCluster: { effect: 'deletes', errors: CLUSTER },
    stopDBInstance: { effect: 'quarantines', errors: { ...INSTANCE, taken: TAKEN } },
  },
);
