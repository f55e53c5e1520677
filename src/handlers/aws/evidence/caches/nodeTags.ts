import type { Tag } from '@aws-sdk/client-elasticache';
import { ReadError } from '../../../../core/common/errors.ts';
import { elastiCache } from '../../calls/elastiCache.ts';
import type { CacheResource } from '../../resources/cache.ts';
import { toTags } from '../../session/tags.ts';
import { readList } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/**
 * AWS copies the tags of a group to its clusters, and none of a cluster to the group; before 2021 only clusters had any:
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/API_AddTagsToResource.html. They may say who needs it, how long, or
 * which program manages it: a rule reads those of the group alone.
 */
export const nodeTags = eachSource<CacheResource>({
  name: 'nodeTags',
  summary: 'Tags of its clusters (nodes), or values of them, that the group itself has not, other than `Name`.',
  calls: [elastiCache.listTagsForResource],
  reading: (target) => async (cache) => {
    const { id, arn, nodes, tags } = cache;
    if (nodes === undefined) throw new ReadError(`the clusters of ${id} are not all known`, { problem: 'malformed' });
    const clusters = [...new Set(nodes.map((node) => node.split('/')[0] ?? ''))];
    const found: FindingOfOne[] = [];
    for (const cluster of clusters) {
      const ResourceName = arn.replace(/:replicationgroup:.*/, `:cluster:${cluster}`);
      const what = `reading the tags of ${cluster}`;
      const own = await readList(target, elastiCache.listTagsForResource, what, { ResourceName });
      found.push(
        ...beyond(own, tags).map((tag): FindingOfOne => ({ says: 'used', by: `the tag ${tag} of ${cluster}` })),
      );
    }
    return found;
  },
});

/** AWS's own are of the cluster alone. */
function beyond(own: readonly Tag[], tags: CacheResource['tags']): readonly string[] {
  return Object.entries(toTags([...own]))
    .filter(([key, value]) => key !== 'Name' && !key.startsWith('aws:') && tags[key] !== value)
    .map(([key, value]) => `${key}=${value}`);
}
