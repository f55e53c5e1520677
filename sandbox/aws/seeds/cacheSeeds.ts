import type { CacheCluster, NodeGroup, ReplicationGroup, ServerlessCache, Snapshot } from '@aws-sdk/client-elasticache';
import { type Kind, plainKind, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

export const cacheClusters = plainKind<'cacheCluster', Partial<CacheCluster>, CacheCluster>('cacheCluster', {
  make: (given, { ids }) => ({
    Engine: 'redis',
    CacheClusterStatus: 'available',
    ...given,
    CacheClusterId: given.CacheClusterId ?? ids.next('cache'),
  }),
  keyOf: ({ CacheClusterId }) => CacheClusterId,
});

export const serverlessCaches = plainKind<'serverlessCache', Partial<ServerlessCache>, ServerlessCache>(
  'serverlessCache',
  {
    make: (given, { ids }) => ({
      Engine: 'valkey',
      Status: 'available',
      ...given,
      ServerlessCacheName: given.ServerlessCacheName ?? ids.next('cache'),
    }),
    keyOf: ({ ServerlessCacheName }) => ServerlessCacheName,
  },
);

/** A replication group, and what other calls than its description answer of it. */
export interface CacheRow {
  readonly group: ReplicationGroup;
  readonly tags: Tags;
  /** Tags of a cluster beside those of the group, by its name. */
  readonly nodeTags: Readonly<Record<string, Tags>>;
  /** Of each of its clusters. */
  readonly cluster: Partial<CacheCluster>;
}

export type CacheSeed = Seed<ReplicationGroup> & Partial<Omit<CacheRow, 'group'>>;

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ReplicationGroup.html: a primary node and a replica, unless the seed has its shards. */
export const caches: Kind<'cache', CacheSeed, CacheRow, ReplicationGroup> = {
  name: 'cache',
  make({ tags = {}, nodeTags = {}, cluster = {}, ...given }, { ids, account, region, now }) {
    const ReplicationGroupId = given.ReplicationGroupId ?? ids.next('group');
    const NodeGroups = (given.NodeGroups as NodeGroup[] | undefined) ?? [shardOf(ReplicationGroupId)];
    const members = NodeGroups.flatMap(({ NodeGroupMembers = [] }) => NodeGroupMembers);
    const group: ReplicationGroup = {
      Status: 'available',
      Engine: 'valkey',
      ClusterEnabled: false,
      CacheNodeType: 'cache.t4g.small',
      AuthTokenEnabled: false,
      PendingModifiedValues: {},
      AutomaticFailover: 'enabled',
      SnapshotRetentionLimit: 0,
      ARN: `arn:${partitionOf(region)}:elasticache:${region}:${account.id}:replicationgroup:${ReplicationGroupId}`,
      ...(given as Partial<ReplicationGroup>),
      ReplicationGroupId,
      NodeGroups,
      MemberClusters: given.MemberClusters ?? members.flatMap(({ CacheClusterId }) => CacheClusterId ?? []),
      ReplicationGroupCreateTime: asDate(given.ReplicationGroupCreateTime, now),
    };
    return { group, tags, nodeTags, cluster };
  },
  keyOf: ({ group }) => group.ReplicationGroupId,
  ...shownInside<CacheRow, 'group'>('group'),
  reads: { api: 'ElastiCache', operation: 'DescribeReplicationGroups', by: 'ReplicationGroupId' },
  deletes: { api: 'ElastiCache', operation: 'DeleteReplicationGroup', by: 'ReplicationGroupId' },
};

/** With the hosts of a group whose clients need no TLS. */
function shardOf(name: string): NodeGroup {
  const host = (before: string) => ({ Address: `${before}.abc123.ng.0001.use1.cache.amazonaws.com`, Port: 6379 });
  return {
    NodeGroupId: '0001',
    Status: 'available',
    PrimaryEndpoint: host(name),
    ReaderEndpoint: host(`${name}-ro`),
    NodeGroupMembers: (['primary', 'replica'] as const).map((CurrentRole, index) => ({
      CacheClusterId: `${name}-00${index + 1}`,
      CacheNodeId: '0001',
      CurrentRole,
      ReadEndpoint: { Address: `${name}-00${index + 1}.abc123.0001.use1.cache.amazonaws.com`, Port: 6379 },
    })),
  };
}

/** Its tags are no part of what AWS describes. */
export const cacheSnapshots = plainKind<'cacheSnapshot', Seed<Snapshot>, Snapshot>('cacheSnapshot', {
  make: (given) => given as Snapshot,
  keyOf: ({ SnapshotName }) => SnapshotName,
});
