import type { CreateReplicationGroupMessage, NodeGroup, ReplicationGroup } from '@aws-sdk/client-elasticache';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import type { CacheResource, DescribedCache } from '../../resources/cache.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { scalingSteps } from '../capacityScaling.ts';
import { finalSnapshotName, readLastSnapshots, readSnapshot } from './snapshots.ts';

/** Makes one from its final snapshot, or from the last before its deletion, under the same name. Its hosts have other names. */
export async function restoreCache(
  { restorer, stored }: Wanted,
  now: Read<CacheResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found') {
    const { status, tags } = now.resource;
    if (status === 'deleting') return refused(`${id} is still being deleted: try it again later`);
    if (now.resource.identity === identity || tags[RESTORED_TAG] === identity) return isThere(id);
    return refused(`another cache is called ${id} by now (${now.resource.identity})`);
  }
  const final = await readSnapshot(restorer, finalSnapshotName(identity));
  const snapshot = final ?? (await readLastSnapshots(restorer, stored))[0];
  const name = snapshot?.SnapshotName;
  if (!name) return refused(`no final snapshot of ${id} (${identity}) is there, and none from before its deletion`);
  const which = final ? 'its final snapshot' : 'the last snapshot before its deletion';
  if (snapshot.SnapshotStatus !== 'available')
    return refused(`${name}, ${which}, is ${snapshot.SnapshotStatus ?? 'in a state that is not known'}`);
  const old = stored.definition as DescribedCache;
  const input = restoring(old, { id, identity, SnapshotName: name });
  const afterwards = scalingSteps(restorer, old.scaling, 'once it is available');
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the cache ${id} from ${name}, ${which}, under its name, with other hosts; it costs by the hour from then on`,
        command: awsJsonCommand(restorer, 'elasticache create-replication-group', input),
      },
    ],
    afterwards,
    async run() {
      const call = elastiCache.createReplicationGroup;
      const done = await restoreBy(restorer, call.api, `making the cache ${id} again`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_CreateReplicationGroup.html */
function restoring(
  { group, cluster, tags = [] }: DescribedCache,
  { id, identity, SnapshotName }: { readonly id: string; readonly identity: string; readonly SnapshotName: string },
): CreateReplicationGroupMessage {
  const { [QUARANTINE_TAG]: _over, ...all } = toTags([...tags]);
  const own = Object.entries(all).filter(([key]) => !key.startsWith('aws:'));
  const groups = (cluster?.SecurityGroups ?? []).flatMap(({ SecurityGroupId }) => SecurityGroupId ?? []);
  const users = group.UserGroupIds ?? [];
  const logs = (group.LogDeliveryConfigurations ?? []).filter(({ Status }) => Status === 'active');
  const node = cluster?.CacheNodes?.[0]?.Endpoint?.Port;
  const [shard] = group.NodeGroups ?? [];
  return {
    ReplicationGroupId: id,
    ReplicationGroupDescription: group.Description || id,
    SnapshotName,
    Tags: fromTags({ ...Object.fromEntries(own), [RESTORED_TAG]: identity }),
    ...shapeOf(group),
    ...defined({
      CacheNodeType: group.CacheNodeType,
      Engine: group.Engine ?? cluster?.Engine,
      EngineVersion: versionOf(cluster?.EngineVersion),
      CacheParameterGroupName: cluster?.CacheParameterGroup?.CacheParameterGroupName,
      CacheSubnetGroupName: cluster?.CacheSubnetGroupName,
      SecurityGroupIds: groups.length > 0 ? groups : undefined,
      Port: group.ConfigurationEndpoint?.Port ?? shard?.PrimaryEndpoint?.Port ?? node,
      PreferredMaintenanceWindow: cluster?.PreferredMaintenanceWindow,
      NotificationTopicArn: cluster?.NotificationConfiguration?.TopicArn,
      AutoMinorVersionUpgrade: group.AutoMinorVersionUpgrade,
      SnapshotRetentionLimit: group.SnapshotRetentionLimit,
      SnapshotWindow: group.SnapshotWindow,
      AutomaticFailoverEnabled: group.AutomaticFailover && isOn(group.AutomaticFailover),
      MultiAZEnabled: group.MultiAZ && isOn(group.MultiAZ),
      TransitEncryptionEnabled: group.TransitEncryptionEnabled,
      TransitEncryptionMode: group.TransitEncryptionEnabled ? group.TransitEncryptionMode : undefined,
      AtRestEncryptionEnabled: group.AtRestEncryptionEnabled,
      KmsKeyId: group.KmsKeyId,
      ClusterMode: group.ClusterMode === 'compatible' ? group.ClusterMode : undefined,
      Durability: group.Durability === 'default' ? undefined : group.Durability,
      UserGroupIds: users.length > 0 ? users : undefined,
      DataTieringEnabled: group.DataTiering === 'enabled' || undefined,
      NetworkType: group.NetworkType,
      IpDiscovery: group.IpDiscovery,
      LogDeliveryConfigurations:
        logs.length > 0
          ? logs.map(({ LogType, DestinationType, DestinationDetails, LogFormat }) => ({
              ...{ LogType, DestinationType, DestinationDetails, LogFormat, Enabled: true },
            }))
          : undefined,
    }),
  };
}

/** As many nodes as it had, in as many shards. */
function shapeOf({ ClusterEnabled, NodeGroups: shards = [], MemberClusters = [] }: ReplicationGroup) {
  if (!ClusterEnabled) return { NumCacheClusters: MemberClusters.length };
  const replicas = shards.map(replicasOf);
  const [ReplicasPerNodeGroup = 0] = replicas;
  if (replicas.every((count) => count === ReplicasPerNodeGroup))
    return { NumNodeGroups: shards.length, ReplicasPerNodeGroup };
  const NodeGroupConfiguration = shards.map((shard) => ({
    ReplicaCount: replicasOf(shard),
    ...defined({ NodeGroupId: shard.NodeGroupId, Slots: shard.Slots }),
  }));
  return { NumNodeGroups: shards.length, NodeGroupConfiguration };
}

function replicasOf({ NodeGroupMembers = [] }: NodeGroup): number {
  return Math.max(0, NodeGroupMembers.length - 1);
}

/** From 6 on a request names no patch, which an answer does. */
function versionOf(version: string | undefined): string | undefined {
  const [major = '', minor] = version?.split('.') ?? [];
  return Number(major) >= 6 && minor !== undefined ? `${major}.${minor}` : version;
}

function isOn(state: string): boolean {
  return state === 'enabled' || state === 'enabling';
}
