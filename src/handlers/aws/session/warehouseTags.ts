import { redshift } from '../calls/redshift.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of everything of Redshift, by its ARN. */
export const warehouseTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: redshift.createTags, remove: redshift.deleteTags },
  writer: (target, { arn: ResourceName }) => ({
    apis: { write: redshift.createTags.api, remove: redshift.deleteTags.api },
    async write(tags) {
      await send(target, redshift.createTags, { ResourceName, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, redshift.deleteTags, { ResourceName, TagKeys: Object.keys(tags) });
    },
  }),
};
