import * as module from '@aws-sdk/client-elasticache';
import { AwsError } from '../collections/errors.ts';
import type { Row } from '../collections/table.ts';
import { type CacheRow, cacheClusters, caches, serverlessCaches } from '../seeds/cacheSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';
import { listing, named } from './rdsListing.ts';

const BAD = { badToken: 'InvalidParameterValue', badSize: 'InvalidParameterValue' } as const;

/** "The default is 50.": https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_DescribeServerlessCaches.html */
const serverless = listingsOf({
  ...BAD,
  size: 'MaxResults',
  token: 'NextToken',
  limits: { min: 1, max: 50, otherwise: 50 },
});

/** "Constraints: minimum 20; maximum 50." */
const fifty = listingsOf({ ...BAD, size: 'MaxRecords', token: 'Marker', limits: { min: 20, max: 50, otherwise: 50 } });

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/Welcome.html */
export function elastiCache(): Service {
  return service(
    module,
    module.ElastiCacheClient,
  )({
    DescribeCacheClusters: listing(plain(clusters), { answer: 'CacheClusters' }),
    DescribeServerlessCaches: serverless(plain(rowsOf('serverlessCaches')), { answer: 'ServerlessCaches' }),
    DescribeReplicationGroups: listing(
      collection<module.DescribeReplicationGroupsMessage, CacheRow, module.ReplicationGroup>(
        ({ here }, { ReplicationGroupId }) => named(here.caches, ReplicationGroupId, missing),
        ({ group }) => group,
      ),
      { answer: 'ReplicationGroups' },
    ),
    DescribeUpdateActions: fifty(answered(), { answer: 'UpdateActions' }),
    DescribeSnapshots: fifty(
      plain(({ here }, { SnapshotName, SnapshotSource }: module.DescribeSnapshotsMessage) =>
        named(here.cacheSnapshots, SnapshotName, (name) => {
          return new AwsError('SnapshotNotFoundFault', `Snapshot ${name} not found.`, 404);
        }).filter(({ value }) => SnapshotSource === undefined || value.SnapshotSource === 'manual'),
      ),
      { answer: 'Snapshots' },
    ),

    /** "those actions will be replicated to all nodes in the replication group": API_AddTagsToResource. */
    ListTagsForResource({ ResourceName = '' }, call) {
      const [, node] = /:cluster:(.+)$/.exec(ResourceName) ?? [];
      if (node === undefined) return { TagList: tagList(byArn(ResourceName, call).tags) };
      const { tags, nodeTags } = ofCluster(node, call);
      return { TagList: tagList({ ...tags, ...nodeTags[node] }) };
    },
    AddTagsToResource({ ResourceName, Tags = [] }, call) {
      const row = byArn(ResourceName, call);
      const tags = { ...row.tags, ...Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value])) };
      put(call, { ...row, tags });
      return { TagList: tagList(tags) };
    },
    RemoveTagsFromResource({ ResourceName, TagKeys = [] }, call) {
      const row = byArn(ResourceName, call);
      const tags = Object.fromEntries(Object.entries(row.tags).filter(([key]) => !TagKeys.includes(key)));
      put(call, { ...row, tags });
      return { TagList: tagList(tags) };
    },

    /** Of a group in cluster mode, or of one cluster of another; done at once. */
    CreateSnapshot({ ReplicationGroupId, CacheClusterId, SnapshotName = '' }, call) {
      const { group } =
        ReplicationGroupId === undefined ? ofCluster(CacheClusterId, call) : existing(ReplicationGroupId, call);
      return { Snapshot: saved(SnapshotName, group, call, CacheClusterId) };
    },
    /** "The replication group is in the available state": InvalidReplicationGroupState. A member of a global datastore is refused. */
    DeleteReplicationGroup({ ReplicationGroupId, FinalSnapshotIdentifier: final }, call) {
      const { group } = existing(ReplicationGroupId, call);
      const { ReplicationGroupId: id = '', Status, GlobalReplicationGroupInfo: global } = group;
      if (Status !== 'available')
        throw new AwsError('InvalidReplicationGroupState', `Replication group ${id} must be in available state.`);
      if (global?.GlobalReplicationGroupId)
        throw new AwsError('InvalidReplicationGroupState', `Replication group ${id} is part of a global cluster.`);
      if (final !== undefined) saved(final, group, call);
      call.here.caches.remove(id);
      return { ReplicationGroup: { ...group, Status: 'deleting' } };
    },
    CreateReplicationGroup({ ReplicationGroupId = '', SnapshotName, Tags = [] }, call) {
      if (call.here.caches.get(ReplicationGroupId))
        throw new AwsError('ReplicationGroupAlreadyExists', `Replication group ${ReplicationGroupId} already exists.`);
      if (SnapshotName !== undefined && !call.here.cacheSnapshots.get(SnapshotName))
        throw new AwsError('SnapshotNotFoundFault', `Snapshot ${SnapshotName} not found.`, 404);
      const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      const row = caches.make({ ReplicationGroupId, tags }, call);
      put(call, row);
      return { ReplicationGroup: row.group };
    },

    CreateCacheCluster({ CacheClusterId = '', Engine, SecurityGroupIds = [] }, call) {
      const SecurityGroups = SecurityGroupIds.map((SecurityGroupId) => ({ SecurityGroupId, Status: 'active' }));
      const CacheCluster = cacheClusters.make({ CacheClusterId, Engine, SecurityGroups }, call);
      call.here.cacheClusters.put(CacheClusterId, CacheCluster);
      return { CacheCluster };
    },

    CreateServerlessCache({ ServerlessCacheName = '', Engine, SecurityGroupIds = [] }, call) {
      const ServerlessCache = serverlessCaches.make({ ServerlessCacheName, Engine, SecurityGroupIds }, call);
      call.here.serverlessCaches.put(ServerlessCacheName, ServerlessCache);
      return { ServerlessCache };
    },
  });
}

/** Those without a group, and those of each group. */
function clusters(
  { here }: Call,
  { CacheClusterId: of }: module.DescribeCacheClustersMessage,
): readonly Row<module.CacheCluster>[] {
  const members = here.caches.view().flatMap(({ seq, value: { group, cluster } }) =>
    (group.MemberClusters ?? []).map((CacheClusterId, index) => {
      const own = { ...cluster, CacheClusterId, ReplicationGroupId: group.ReplicationGroupId, Engine: group.Engine };
      return { seq: seq + index / 1000, key: CacheClusterId, value: { CacheClusterStatus: 'available', ...own } };
    }),
  );
  const all = [...here.cacheClusters.view(), ...members].toSorted((a, b) => a.seq - b.seq);
  const found = all.filter(({ key }) => of === undefined || key === of);
  if (of !== undefined && found.length === 0)
    throw new AwsError('CacheClusterNotFound', `CacheCluster not found: ${of}`, 404);
  return found;
}

function saved(SnapshotName: string, group: module.ReplicationGroup, call: Call, CacheClusterId?: string) {
  if (call.here.cacheSnapshots.get(SnapshotName))
    throw new AwsError('SnapshotAlreadyExistsFault', `Snapshot ${SnapshotName} already exists.`);
  const Snapshot: module.Snapshot = {
    SnapshotName,
    ReplicationGroupId: group.ReplicationGroupId,
    CacheClusterId,
    SnapshotStatus: 'available',
    SnapshotSource: 'manual',
    Engine: group.Engine,
    NodeSnapshots: (group.NodeGroups ?? []).map(({ NodeGroupId, NodeGroupMembers: [first] = [] }) => ({
      NodeGroupId,
      CacheClusterId: first?.CacheClusterId,
      SnapshotCreateTime: call.now,
    })),
  };
  call.here.cacheSnapshots.put(SnapshotName, Snapshot);
  return { ...Snapshot, SnapshotStatus: 'creating' };
}

function missing(name: string): AwsError {
  return new AwsError('ReplicationGroupNotFoundFault', `ReplicationGroup ${name} not found.`, 404);
}

function existing(name: string | undefined, { here }: Call): CacheRow {
  const found = here.caches.get(name ?? '');
  if (found) return found;
  throw missing(name ?? '');
}

function ofCluster(name: string | undefined, { here }: Call): CacheRow {
  const found = here.caches.values().find(({ group }) => name !== undefined && group.MemberClusters?.includes(name));
  if (found) return found;
  throw new AwsError('CacheClusterNotFound', `CacheCluster not found: ${name}`, 404);
}

function byArn(arn: string | undefined, call: Call): CacheRow {
  return existing(arn?.split(':').at(-1), call);
}

function put({ here }: Call, row: CacheRow): void {
  here.caches.put(row.group.ReplicationGroupId ?? '', row);
}

function tagList(tags: CacheRow['tags']): module.Tag[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
