/** ElastiCache and MemoryDB as users of security groups. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import { memoryDb } from '../../calls/memoryDb.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/** The listing has the clusters of replication groups too: without `ShowCacheClustersNotInReplicationGroups`. */
export const caches = plainSource({
  name: 'caches',
  summary:
    'Cache clusters of ElastiCache, those of replication groups included, in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: elastiCache.describeCacheClusters,
  what: 'reading the security groups of cache clusters',
  find: ({ CacheClusterId: id, CacheClusterStatus: status, SecurityGroups }) =>
    membersOf(SecurityGroups, `cache cluster ${id ?? 'without id'} (${status ?? 'status not known'})`),
});

export const memoryDbClusters = plainSource({
  name: 'memoryDbClusters',
  summary: 'Clusters of MemoryDB in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: memoryDb.describeClusters,
  what: 'reading the security groups of MemoryDB clusters',
  find: ({ Name: name, Status: status, SecurityGroups }) =>
    membersOf(SecurityGroups, `MemoryDB cluster ${name ?? 'without name'} (${status ?? 'status not known'})`),
});

function membersOf(
  members: readonly { readonly SecurityGroupId?: string | undefined }[] = [],
  by: string,
): readonly Finding[] {
  const groups = members.map(({ SecurityGroupId }) => SecurityGroupId);
  if (groups.every((group) => group)) return groupsNamed(groups, by);
  throw new ReadError(`${by} came with a security group without id`, { problem: 'malformed' });
}

export const serverlessCaches = plainSource({
  name: 'serverlessCaches',
  summary: 'Serverless caches of ElastiCache in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: elastiCache.describeServerlessCaches,
  what: 'reading the security groups of serverless caches',
  find: ({ ServerlessCacheName: name, Status: status, SecurityGroupIds }) =>
    groupsNamed(SecurityGroupIds, `serverless cache ${name ?? 'without name'} (${status ?? 'status not known'})`),
});
