import { autoScaling } from '../../calls/autoScaling.ts';
import type { TagWriter } from '../../session/protecting.ts';
import { fromTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';

/** Writes tags on the group only, not on the instances it launches. */
export function groupTags(target: CallScope, { id }: { readonly id: string }): TagWriter {
  const tagged = (tags: Readonly<Record<string, string>>) =>
    fromTags(tags).map((tag) => ({ ResourceId: id, ResourceType: 'auto-scaling-group', ...tag }));
  return {
    apis: { write: autoScaling.createOrUpdateTags.api, remove: autoScaling.deleteTags.api },
    async write(tags) {
      const Tags = tagged(tags).map((tag) => ({ ...tag, PropagateAtLaunch: false }));
      await send(target, autoScaling.createOrUpdateTags, { Tags });
    },
    async remove(tags) {
      await send(target, autoScaling.deleteTags, { Tags: tagged(tags) });
    },
  };
}
