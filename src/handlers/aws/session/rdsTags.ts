import { rds } from '../calls/rds.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of everything of RDS, by its ARN. */
export const rdsTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: rds.addTagsToResource, remove: rds.removeTagsFromResource },
  writer: (target, { arn: ResourceName }) => ({
    apis: { write: rds.addTagsToResource.api, remove: rds.removeTagsFromResource.api },
    async write(tags) {
      await send(target, rds.addTagsToResource, { ResourceName, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, rds.removeTagsFromResource, { ResourceName, TagKeys: Object.keys(tags) });
    },
  }),
};
