import { autoScaling } from '../../calls/autoScaling.ts';
import type { Tagging } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';

const CALLS = { add: autoScaling.createOrUpdateTags, remove: autoScaling.deleteTags };

/** On the group only, not on the instances it launches. */
export const groupTagging: Tagging = {
  calls: CALLS,
  writer(target, { id }) {
    const tagged = (tags: Readonly<Record<string, string>>) =>
      fromTags(tags).map((tag) => ({ ResourceId: id, ResourceType: 'auto-scaling-group', ...tag }));
    return {
      apis: { write: CALLS.add.api, remove: CALLS.remove.api },
      async write(tags) {
        const Tags = tagged(tags).map((tag) => ({ ...tag, PropagateAtLaunch: false }));
        await send(target, CALLS.add, { Tags });
      },
      async remove(tags) {
        await send(target, CALLS.remove, { Tags: tagged(tags) });
      },
    };
  },
};
