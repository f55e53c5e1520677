import { fsx } from '../calls/fsx.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Of a file system of FSx, by its ARN, which is its identity. */
export const fsxTags: Tagging<{ readonly id: string; readonly identity: string }> = {
  calls: { add: fsx.tagResource, remove: fsx.untagResource },
  writer: (target, { identity: ResourceARN }) => ({
    apis: { write: fsx.tagResource.api, remove: fsx.untagResource.api },
    async write(tags) {
      await send(target, fsx.tagResource, { ResourceARN, Tags: fromTags(tags) });
    },
    async remove(tags) {
      await send(target, fsx.untagResource, { ResourceARN, TagKeys: Object.keys(tags) });
    },
  }),
};
