import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('redshift');
/** "Constraints: minimum 20, maximum 100": https://docs.aws.amazon.com/redshift/latest/APIReference/API_DescribeClusters.html */
const PAGED = { token: 'Marker', page: { MaxRecords: 100 } } as const;

/** Codes with and without `Fault`: the query protocol and the SDK's classes differ. */
const CLUSTER = { notFound: ['ClusterNotFound', 'ClusterNotFoundFault'] } as const;
const SNAPSHOT = { notFound: ['ClusterSnapshotNotFound', 'ClusterSnapshotNotFoundFault'] } as const;
const TAKEN = ['ClusterSnapshotAlreadyExists', 'ClusterSnapshotAlreadyExistsFault'] as const;
/** Of one whose endpoints nobody else was let in to. */
const AUTHORIZATION = {
  notFound: [...CLUSTER.notFound, 'EndpointAuthorizationNotFound', 'EndpointAuthorizationNotFoundFault'],
} as const;

/** Every call to Redshift. */
export const redshift = table(
  {
    service: 'redshift',
    load: async () => (await import('@aws-sdk/client-redshift')).Redshift,
    prefix: 'redshift',
    reads: RATE,
    writes: RATE,
  },
  {
    /** It has no token: its name is one. */
    createClusterSnapshot: { effect: 'quarantines', errors: { ...CLUSTER, taken: TAKEN } },
    createTags: { effect: 'protects' },
    /** The snapshot that it names gets no tags. */
    deleteCluster: { effect: 'deletes', errors: { ...CLUSTER, taken: TAKEN } },
    deleteTags: { effect: 'protects' },
    describeClusters: { effect: 'reads', list: 'Clusters', ...PAGED, errors: CLUSTER },
    /** With `SnapshotIdentifier` it takes no `ClusterIdentifier` (https://github.com/apache/airflow/pull/27276). */
    describeClusterSnapshots: { effect: 'reads', list: 'Snapshots', ...PAGED, errors: SNAPSHOT },
    describeDataSharesForConsumer: { effect: 'reads', list: 'DataShares', ...PAGED },
    describeDataSharesForProducer: { effect: 'reads', list: 'DataShares', ...PAGED },
    describeEndpointAccess: { effect: 'reads', list: 'EndpointAccessList', ...PAGED },
    describeEndpointAuthorization: {
      effect: 'reads',
      list: 'EndpointAuthorizationList',
      ...PAGED,
      errors: AUTHORIZATION,
    },
    describeIntegrations: { effect: 'reads', list: 'Integrations', ...PAGED },
    describeLoggingStatus: { effect: 'reads', errors: CLUSTER },
    describeScheduledActions: { effect: 'reads', list: 'ScheduledActions', ...PAGED },
    /** What the type that pauses calls a deletion. */
    pauseCluster: { effect: 'deletes', errors: CLUSTER },
    restoreFromClusterSnapshot: {
      effect: 'restores',
      errors: { ...SNAPSHOT, taken: ['ClusterAlreadyExists', 'ClusterAlreadyExistsFault'] },
    },
    resumeCluster: { effect: 'restores', errors: CLUSTER },
  },
);
