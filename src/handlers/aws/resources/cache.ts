/** A replication group of ElastiCache (Redis, Valkey) with all its nodes: one of them alone is never judged. */

import type {
  CacheCluster,
  Endpoint,
  NodeGroupMember,
  ReplicationGroup,
  ReplicationGroupPendingModifiedValues,
  Tag,
} from '@aws-sdk/client-elasticache';
import { defined, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';
import type { ScaledCapacity } from './scaledCapacity.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface CacheResource extends Resource {
  readonly arn: string;
  /** `available`, `modifying`, …; absent = unknown. */
  readonly status?: string;
  readonly engine?: string;
  readonly cacheNodeType?: string;
  readonly clusterEnabled?: boolean;
  /** By cluster and node: `web-001/0001`. Absent: not known of each. */
  readonly nodes?: readonly string[];
  readonly shards: number;
  /** The names by which its clients reach it. */
  readonly hosts?: readonly string[];
  /** Changes that AWS has not made yet, by their members. */
  readonly pendingChanges?: readonly string[];
  /** What others set up with it, or what a restore does not bring back. */
  readonly boundTo?: readonly string[];
  /** Set after a read by name: the data to make one like it. */
  readonly described?: DescribedCache;
}

/** The answers of AWS about one group. */
export interface DescribedCache {
  readonly group: ReplicationGroup;
  /** Absent: AWS does not say them of one that is not available. */
  readonly tags?: readonly Tag[];
  /** One of its clusters: all have the same settings, which the group itself does not say. */
  readonly cluster?: CacheCluster;
  readonly scaling?: readonly ScaledCapacity[];
}

/** The key by which a text names one, or one of its clusters. Names are stored as lower case. */
export function cacheAlias(name: string): string {
  return `cache/${name.toLowerCase()}`;
}

/**
 * The host itself, and the name that it has, whatever it is called before that: an address of another kind, or of an earlier group of
 * the name, means the name. https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/Endpoints.html
 */
export function aliasesOfCacheHost(host: string): readonly string[] {
  const is = host.toLowerCase();
  const [first = '', second = ''] = is.split('.');
  const name = first === 'master' || first === 'replica' ? second : first;
  const plain = name.replace(/-ro$/, '').replace(/(?:-\d{4})?-\d{3}$/, '');
  return [...new Set([is, cacheAlias(name), cacheAlias(plain)])];
}

/** As Application Auto Scaling calls it. */
export function scalableGroups({ id }: Pick<CacheResource, 'id'>): readonly string[] {
  return [`replication-group/${id}`];
}

/** `undefined` for an answer without name or ARN. */
export function toCache({ group: one, tags }: DescribedCache): CacheResource | undefined {
  const { ReplicationGroupId: id, ARN: arn, ReplicationGroupCreateTime: createdAt, SnapshotRetentionLimit: days } = one;
  if (!id || !arn) return undefined;
  const created = createdAt && Number.isFinite(createdAt.getTime()) ? createdAt : undefined;
  const shards = one.NodeGroups ?? [];
  const members = shards.flatMap(({ NodeGroupMembers = [] }) => NodeGroupMembers);
  const clusters = [
    ...new Set([...(one.MemberClusters ?? []), ...members.flatMap((node) => node.CacheClusterId ?? [])]),
  ];
  const hosts = hostsOf(one, members);
  return {
    id,
    // No id stays with it alone: a later one of its name is of another instant.
    identity: `${arn}@${created?.toISOString() ?? 'not known'}`,
    name: id,
    tags: toTags([...(tags ?? [])]),
    arn,
    aliases: [
      arn.toLowerCase(),
      cacheAlias(id),
      nameAlias(id),
      ...partAliases(cacheAlias, id),
      ...clusters.flatMap((name) => [
        cacheAlias(name),
        nameAlias(name),
        arn.replace(/:replicationgroup:.*/, `:cluster:${name}`).toLowerCase(),
      ]),
      ...hosts,
    ],
    shards: shards.length,
    // "all of the automatic backups from the clusters in that group are also deleted":
    // https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/backups-deleting.html
    ...(days !== 0 && { note: { code: 'backupsGo', values: defined({ days }) } }),
    ...defined({
      createdAt: created,
      status: one.Status,
      engine: one.Engine?.toLowerCase(),
      cacheNodeType: one.CacheNodeType,
      clusterEnabled: one.ClusterEnabled,
      nodes: nodesOf(members, one.MemberClusters),
      hosts: some(hosts),
      pendingChanges: some(pendingOf(one.PendingModifiedValues)),
      boundTo: some([...boundTo(one), ...(tags === undefined ? ['tags that AWS does not tell now'] : [])]),
    }),
  };
}

/** `undefined` where a cluster or a node has no name, or the shards have other clusters than the group. */
function nodesOf(members: readonly NodeGroupMember[], clusters: readonly string[] = []): readonly string[] | undefined {
  const known = new Set(members.map(({ CacheClusterId }) => CacheClusterId));
  const isWhole = clusters.length > 0 && clusters.length === known.size && clusters.every((name) => known.has(name));
  if (!isWhole || members.some((node) => !node.CacheClusterId || !node.CacheNodeId)) return undefined;
  // The primary node first: it lacks nothing.
  const isPrimary = ({ CurrentRole: role }: NodeGroupMember) => Number(role === 'primary');
  return members
    .toSorted((a, b) => isPrimary(b) - isPrimary(a))
    .map((node) => `${node.CacheClusterId}/${node.CacheNodeId}`);
}

function hostsOf({ ConfigurationEndpoint, NodeGroups = [] }: ReplicationGroup, members: readonly NodeGroupMember[]) {
  const all: readonly (Endpoint | undefined)[] = [
    ConfigurationEndpoint,
    ...NodeGroups.flatMap(({ PrimaryEndpoint, ReaderEndpoint }) => [PrimaryEndpoint, ReaderEndpoint]),
    ...members.map(({ ReadEndpoint }) => ReadEndpoint),
  ];
  return [...new Set(all.flatMap((endpoint) => endpoint?.Address?.toLowerCase() || []))];
}

/** AWS answers an empty structure where nothing is pending. */
function pendingOf(values: ReplicationGroupPendingModifiedValues = {}): readonly string[] {
  return Object.entries(values).flatMap(([member, value]) =>
    value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [member],
  );
}

/** https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_ReplicationGroup.html */
function boundTo(one: ReplicationGroup): readonly string[] {
  const { GlobalReplicationGroupInfo: global, MemberClustersOutpostArns: outposts = [] } = one;
  const isGlobal = global?.GlobalReplicationGroupId || global?.GlobalReplicationGroupMemberRole;
  return [
    ...(isGlobal ? [`global datastore ${global?.GlobalReplicationGroupId ?? 'without id'}`] : []),
    ...(one.SnapshottingClusterId && one.Status !== 'available' ? [`a snapshot of ${one.SnapshottingClusterId}`] : []),
    ...(one.AuthTokenEnabled ? ['a password (AUTH token), which AWS does not tell'] : []),
    ...(outposts.length > 0 ? ['an Outpost'] : []),
  ];
}
