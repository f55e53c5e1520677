import { CreateTagsCommand, DeleteTagsCommand } from '@aws-sdk/client-ec2';
import { call } from './client.ts';
import type { TagWriter } from './protecting.ts';
import { fromTags } from './tags.ts';
import type { Target } from './target.ts';

/** Tags of anything that EC2 knows by an id. */
export function ec2Tags(target: Target, { id }: { readonly id: string }): TagWriter {
  const Resources = [id];
  return {
    apis: { write: 'ec2:CreateTags', remove: 'ec2:DeleteTags' },
    async write(tags) {
      const command = new CreateTagsCommand({ Resources, Tags: fromTags(tags) });
      await call(target, 'ec2:CreateTags', ({ ec2 }, options) => ec2.send(command, options));
    },
    /** Each only while it has exactly this value. */
    async remove(tags) {
      const command = new DeleteTagsCommand({ Resources, Tags: fromTags(tags) });
      await call(target, 'ec2:DeleteTags', ({ ec2 }, options) => ec2.send(command, options));
    },
  };
}
