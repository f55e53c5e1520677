import { DAY_MS } from '../../../../core/common/duration.ts';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { permissionsOf } from '../../calls/call.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import { cacheCommands } from '../../evidence/caches/commands.ts';
import { nodeTags } from '../../evidence/caches/nodeTags.ts';
import { cacheUses } from '../../evidence/caches/uses.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { type CacheResource, type DescribedCache, toCache } from '../../resources/cache.ts';
import { type ManagedParameters, managedBy, managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { listed } from '../../resources/safeguards.ts';
import { cacheTags } from '../../session/cacheTags.ts';
import { resourceType } from '../resourceType.ts';
import { CACHE_DESCRIBES, CACHE_READS, whole } from './reading.ts';
import { restoreCache } from './restore.ts';
import { finalSnapshotName, quarantineCaches } from './snapshots.ts';

type CacheSafeguard = Safeguard<CacheResource, ManagedParameters>;

/** The automatic snapshot of each day is no use. */
const QUIET: ReadonlySet<string | undefined> = new Set(['available', 'snapshotting']);

const status: CacheSafeguard = {
  name: 'status',
  summary: 'Its state is neither `available` nor `snapshotting`: it is made, changed or deleted.',
  keeps: ({ status: is }) => (QUIET.has(is) ? undefined : `its state is ${is ?? 'not known'}`),
};

const pendingChanges: CacheSafeguard = {
  name: 'pendingChanges',
  summary: 'A change of it was ordered, and AWS has not made it yet.',
  keeps: ({ pendingChanges: what }) => listed(what, 'pending'),
};

const boundTo: CacheSafeguard = {
  name: 'boundTo',
  summary:
    'It is a part of a global datastore, is on an Outpost, or has a password (AUTH token), which no restore brings back; or AWS does not tell its tags now.',
  keeps: ({ boundTo: what }) => listed(what, 'it has or is in'),
};

/** The verdict of a cache has the reason of every one that keeps it, in this order. */
const cacheSafeguards: readonly CacheSafeguard[] = [managedBy, status, pendingChanges, boundTo];

export const cache = resourceType({
  resourceType: 'cache',
  called: { en: 'ElastiCache cache', de: 'ElastiCache-Cache' },
  alsoCalled: ['elasticache', 'redis', 'valkey', 'replication group'],
  summary:
    'Replication groups of ElastiCache (Redis, Valkey) that are made of nodes. Idle: no command on any node on each day of `unusedFor`, 32 days by default. A snapshot is made some days before the deletion, and a final one with it. Memcached, single nodes without a group and serverless caches are not looked at.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    arn: 'text',
    status: 'text',
    engine: 'text',
    cacheNodeType: 'text',
    clusterEnabled: 'boolean',
    nodes: 'texts',
    shards: 'number',
    hosts: 'texts',
    pendingChanges: 'texts',
    boundTo: 'texts',
  },
  noun: 'cache',
  arns: ['elasticache:*:*:replicationgroup:*', 'elasticache:*:*:cluster:*', 'elasticache:*:*:snapshot:*'],
  parameters: managedParameters,
  evidence: [cacheCommands, cacheUses, nodeTags, recordSets, ...mentionedBy('cache')],
  unlistedUsers:
    'programs outside of AWS, and such as hold connections and ask nothing for longer than `unusedFor`, which start anew without their locks, sessions or queues',
  safeguards: cacheSafeguards,
  quarantine: {
    summary:
      'Holystone makes a snapshot of the cache, which stays as it is. A command to it, or the deletion of that snapshot, keeps the cache. The snapshot stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(elastiCache.createSnapshot),
    reads: permissionsOf(elastiCache.describeSnapshots),
  },
  // Longer than a month: a job at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The price of its nodes is not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: cacheTags,
  mostIds: 1,
  reads: elastiCache.describeReplicationGroups,
  readsWith: CACHE_READS,
  idOf: ({ group }: DescribedCache) => group.ReplicationGroupId,
  toResource: toCache,
  describeCalls: CACHE_DESCRIBES,
  describe: whole,
  deletes: elastiCache.deleteReplicationGroup,
  // Whatever is written until the end is in the final snapshot, or AWS refuses.
  deleteInput: (ReplicationGroupId, identity) => ({
    ReplicationGroupId,
    RetainPrimaryCluster: false,
    FinalSnapshotIdentifier: finalSnapshotName(identity),
  }),
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  userOf: blockedBy,
  ends: 'accepted',
  quarantining: quarantineCaches,
  restore: { calls: [elastiCache.describeSnapshots, elastiCache.createReplicationGroup], plan: restoreCache },
});

/** Facts that AWS does not refuse, or only after it began: read directly before the request. */
function blockedBy(one: DescribedCache): string | undefined {
  const resource = toCache(one);
  if (!resource) return undefined;
  if (resource.status !== 'available') return `its state is ${resource.status ?? 'not known'}`;
  return reasonToTheEnd(cacheSafeguards, resource);
}
