import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('elasticache');

/** "Constraints: minimum 20; maximum 100": MaxRecords of each listing, but of serverless caches, which come 50 a page. */
const PAGED = { token: 'Marker', page: { MaxRecords: 100 } } as const;

/** Codes with and without `Fault`: the query protocol and the SDK's classes differ. */
const GROUP = { notFound: ['ReplicationGroupNotFoundFault', 'ReplicationGroupNotFound'] } as const;
const CLUSTER = { notFound: ['CacheClusterNotFound', 'CacheClusterNotFoundFault'] } as const;
const SNAPSHOT = { notFound: ['SnapshotNotFoundFault'] } as const;
const TAKEN = ['SnapshotAlreadyExistsFault'] as const;

/** Every call to ElastiCache. */
export const elastiCache = table(
  {
    service: 'elastiCache',
    load: async () => (await import('@aws-sdk/client-elasticache')).ElastiCache,
    prefix: 'elasticache',
    reads: RATE,
    writes: RATE,
  },
  {
    addTagsToResource: { effect: 'protects', errors: GROUP },
    createReplicationGroup: {
      effect: 'restores',
      errors: { ...SNAPSHOT, taken: ['ReplicationGroupAlreadyExists', 'ReplicationGroupAlreadyExistsFault'] },
    },
    /** It has no token: its name is one. */
    createSnapshot: { effect: 'quarantines', errors: { ...GROUP, taken: TAKEN } },
    /** The snapshot that it names gets no tags. */
    deleteReplicationGroup: { effect: 'deletes', errors: { ...GROUP, taken: TAKEN } },
    describeCacheClusters: { effect: 'reads', list: 'CacheClusters', ...PAGED, errors: CLUSTER },
    describeReplicationGroups: { effect: 'reads', list: 'ReplicationGroups', ...PAGED, errors: GROUP },
    describeServerlessCaches: { effect: 'reads', list: 'ServerlessCaches', token: 'NextToken' },
    /** "Constraints: minimum 20; maximum 50." */
    describeSnapshots: {
      effect: 'reads',
      list: 'Snapshots',
      token: 'Marker',
      page: { MaxRecords: 50 },
      errors: SNAPSHOT,
    },
    /** "minimum 20; maximum 50". */
    describeUpdateActions: { effect: 'reads', list: 'UpdateActions', token: 'Marker', page: { MaxRecords: 50 } },
    /** Of one that is not available it answers an error. */
    listTagsForResource: {
      effect: 'reads',
      list: 'TagList',
      errors: { notFound: [...GROUP.notFound, ...CLUSTER.notFound] },
    },
    removeTagsFromResource: { effect: 'protects', errors: GROUP },
  },
);
