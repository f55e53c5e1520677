import { cloudWatchLogs as logs } from '../calls/cloudWatchLogs.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';

/** Of log groups, by their ARN without `:*`. */
export const logGroupTags: Tagging<{ readonly arn: string } & { readonly id: string }> = {
  calls: { add: logs.tagResource, remove: logs.untagResource },
  writer: (target, { arn: resourceArn }) => ({
    apis: { write: logs.tagResource.api, remove: logs.untagResource.api },
    async write(tags) {
      await send(target, logs.tagResource, { resourceArn, tags: { ...tags } });
    },
    async remove(tags) {
      await send(target, logs.untagResource, { resourceArn, tagKeys: Object.keys(tags) });
    },
  }),
};
