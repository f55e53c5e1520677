import { elastiCache } from '../calls/elastiCache.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of everything of ElastiCache, by its ARN. */
export const cacheTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: elastiCache.addTagsToResource, remove: elastiCache.removeTagsFromResource },
  writer: (target, { arn: ResourceName }) => ({
    apis: { write: elastiCache.addTagsToResource.api, remove: elastiCache.removeTagsFromResource.api },
    async write(tags) {
      await send(target, elastiCache.addTagsToResource, { ResourceName, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, elastiCache.removeTagsFromResource, { ResourceName, TagKeys: Object.keys(tags) });
    },
  }),
};
