/** How replication groups are listed and read again, with their tags, which a call of its own reads of each. */
import type { ReplicationGroup, Tag } from '@aws-sdk/client-elasticache';
import { elastiCache } from '../../calls/elastiCache.ts';
import { type DescribedCache, scalableGroups } from '../../resources/cache.ts';
import { send } from '../../wire/client.ts';
import { isClientFault } from '../../wire/errors.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { list, pages, readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { readScaling, SCALING_READS } from '../capacityScaling.ts';

/** All calls of both ways; the first is the listing that each begins with. */
export const CACHE_READS = {
  api: elastiCache.describeReplicationGroups.api,
  calls: [elastiCache.describeReplicationGroups, elastiCache.listTagsForResource],
  all,
  some,
} as const;

async function* all(target: CallScope): AsyncGenerator<readonly DescribedCache[]> {
  for await (const page of pages(target, elastiCache.describeReplicationGroups, 'listing caches')) {
    const described: DescribedCache[] = [];
    for (const group of page) {
      try {
        described.push(await withTags(target, group));
      } catch (error) {
        // It was deleted after the listing.
        if (!saysNotFound(error)) throw error;
      }
    }
    yield described;
  }
}

/** @throws the SDK's own errors, ReadError */
async function some(target: CallScope, ids: readonly string[]): Promise<readonly DescribedCache[]> {
  const found: DescribedCache[] = [];
  for (const ReplicationGroupId of ids) {
    const what = `reading cache ${ReplicationGroupId}`;
    const groups = await list(target, elastiCache.describeReplicationGroups, what, { ReplicationGroupId });
    for (const group of groups) found.push(await withTags(target, group));
  }
  return found;
}

/** Of one that is not available AWS may refuse to tell them: then they are not known, which is not "none". */
async function withTags(target: CallScope, group: ReplicationGroup): Promise<DescribedCache> {
  const { ARN: ResourceName, ReplicationGroupId: id = 'without id', Status } = group;
  if (!ResourceName) return { group };
  const what = `reading the tags of ${id}`;
  if (Status === 'available') {
    const tags = await readList(target, elastiCache.listTagsForResource, what, { ResourceName });
    return { group, tags };
  }
  try {
    const answer = await send(target, elastiCache.listTagsForResource, { ResourceName });
    const tags: readonly Tag[] | undefined = answer.TagList;
    return { group, ...(tags && { tags }) };
  } catch (error) {
    if (!isClientFault(error)) throw error;
    return { group };
  }
}

/** The calls of {@link whole}. */
export const CACHE_DESCRIBES = [elastiCache.describeCacheClusters, ...SCALING_READS] as const;

/** With what a restore needs that the group does not say. @throws ReadError */
export async function whole(target: CallScope, one: DescribedCache): Promise<DescribedCache> {
  const { ReplicationGroupId: id = '', MemberClusters: [CacheClusterId] = [] } = one.group;
  const what = `reading a cluster of ${id}`;
  const call = elastiCache.describeCacheClusters;
  const clusters = CacheClusterId === undefined ? [] : await readList(target, call, what, { CacheClusterId });
  const cluster = requirePart(clusters[0], 'cluster', { target, api: call.api, what });
  return { ...one, cluster, scaling: await readScaling(target, 'elasticache', scalableGroups({ id })) };
}
