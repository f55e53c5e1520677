import { ecs } from '../calls/ecs.ts';
import { send } from '../wire/client.ts';
import type { Tagging } from './tagging.ts';

/** Of a service of ECS, by its ARN. */
export const serviceTags: Tagging<{ readonly id: string; readonly arn: string }> = {
  calls: { add: ecs.tagResource, remove: ecs.untagResource },
  writer: (target, { arn: resourceArn }) => ({
    apis: { write: ecs.tagResource.api, remove: ecs.untagResource.api },
    async write(tags) {
      const list = Object.entries(tags).map(([key, value]) => ({ key, value }));
      await send(target, ecs.tagResource, { resourceArn, tags: list });
    },
    async remove(tags) {
      await send(target, ecs.untagResource, { resourceArn, tagKeys: Object.keys(tags) });
    },
  }),
};
