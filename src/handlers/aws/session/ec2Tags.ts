import { ec2 } from '../calls/ec2.ts';
import { send } from '../wire/client.ts';
import type { CallScope } from '../wire/target.ts';
import type { TagWriter } from './protecting.ts';
import type { Tagging } from './tagging.ts';
import { fromTags } from './tags.ts';

/** Writes tags on any resource with an EC2 id. */
export function ec2Tags(target: CallScope, { id }: { readonly id: string }): TagWriter {
  const Resources = [id];
  return {
    apis: { write: ec2.createTags.api, remove: ec2.deleteTags.api },
    async write(tags) {
      await send(target, ec2.createTags, { Resources, Tags: fromTags(tags) });
    },
    /** EC2 removes a tag only if it still has exactly this value. */
    async remove(tags) {
      await send(target, ec2.deleteTags, { Resources, Tags: fromTags(tags) });
    },
  };
}

export const ec2Tagging: Tagging = { calls: { add: ec2.createTags, remove: ec2.deleteTags }, writer: ec2Tags };
