import { efs } from '../calls/efs.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of a file system of EFS, by its id. */
export const fileSystemTags: Tagging = {
  calls: { add: efs.tagResource, remove: efs.untagResource },
  writer: (target, { id: ResourceId }) => ({
    apis: { write: efs.tagResource.api, remove: efs.untagResource.api },
    async write(tags) {
      await send(target, efs.tagResource, { ResourceId, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, efs.untagResource, { ResourceId, TagKeys: Object.keys(tags) });
    },
  }),
};
