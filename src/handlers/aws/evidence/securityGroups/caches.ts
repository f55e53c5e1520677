/** ElastiCache as a user of security groups; MemoryDB is another service, which Holystone does not read. */
import { ReadError } from '../../../../core/common/errors.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
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
  find({ CacheClusterId: id, CacheClusterStatus: status, SecurityGroups = [] }) {
    const by = `cache cluster ${id ?? 'without id'} (${status ?? 'status not known'})`;
    const groups = SecurityGroups.map(({ SecurityGroupId }) => SecurityGroupId);
    if (groups.some((group) => !group)) {
      throw new ReadError(`${by} came with a security group without id`, { problem: 'malformed' });
    }
    return groupsNamed(groups, by);
  },
});

export const serverlessCaches = plainSource({
  name: 'serverlessCaches',
  summary: 'Serverless caches of ElastiCache in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: elastiCache.describeServerlessCaches,
  what: 'reading the security groups of serverless caches',
  find: ({ ServerlessCacheName: name, Status: status, SecurityGroupIds }) =>
    groupsNamed(SecurityGroupIds, `serverless cache ${name ?? 'without name'} (${status ?? 'status not known'})`),
});
