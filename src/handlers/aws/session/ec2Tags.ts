import { ec2 } from '../calls/ec2.ts';
import { send } from '../wire/client.ts';
import type { CallScope } from '../wire/target.ts';
import type { TagWriter } from './protecting.ts';
import { fromTags } from './tags.ts';

/** Tags of anything that EC2 knows by an id. */
export function ec2Tags(target: CallScope, { id }: { readonly id: string }): TagWriter {
  const Resources = [id];
  return {
    apis: { write: ec2.createTags.api, remove: ec2.deleteTags.api },
    async write(tags) {
      await send(target, ec2.createTags, { Resources, Tags: fromTags(tags) });
    },
    /** Each only while it has exactly this value. */
    async remove(tags) {
      await send(target, ec2.deleteTags, { Resources, Tags: fromTags(tags) });
    },
  };
}
