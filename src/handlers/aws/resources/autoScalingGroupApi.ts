/** Every call this program makes about an Auto Scaling group; one page shows what it can do to one. */
import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../calls/autoScaling.ts';
import type { TagWriter } from '../session/protecting.ts';
import { fromTags } from '../session/tags.ts';
import { send } from '../wire/client.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** The most names one call takes. */
export const NAMES = 50;
/** All groups, or those of at most {@link NAMES} names, page by page. A name that is not there is left out. */
export function groups(
  target: CallScope,
  what: string,
  names?: readonly string[],
): AsyncIterable<readonly AutoScalingGroup[]> {
  const only = names === undefined ? {} : { AutoScalingGroupNames: [...names] };
  return pages(target, autoScaling.describeAutoScalingGroups, what, only);
}

/** Without ForceDelete: AWS refuses while there are instances or scaling activities. @returns AWS's request id */
export async function deleteGroup(target: CallScope, name: string): Promise<string> {
  const answer = await send(target, autoScaling.deleteAutoScalingGroup, { AutoScalingGroupName: name });
  return answer.$metadata.requestId ?? 'unknown';
}

/** Tags on the group alone: what it launches is not meant. */
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
