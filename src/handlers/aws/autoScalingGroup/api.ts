/** Every call this program makes about an Auto Scaling group; one page shows what it can do to one. */

import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../calls/autoScaling.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import type { TagWriter } from '../protecting.ts';
import type { Doing } from '../readError.ts';
import { fromTags } from '../tags.ts';
import type { Target } from '../target.ts';

/** The most names one call takes, and the most groups one page holds. */
export const NAMES = 50;
const PAGE = 100;

/** Groups that an AWS service manages are groups too. */
const EVERY_KIND = { IncludeManagedResources: true, IncludeInstances: true };

/** All groups, or those of at most {@link NAMES} names, page by page. A name that is not there is left out. */
export function groups(
  target: Target,
  what: string,
  names?: readonly string[],
): AsyncIterable<readonly AutoScalingGroup[]> {
  const doing: Doing = { target, api: autoScaling.describeAutoScalingGroups.api, what };
  const only = names === undefined ? {} : { AutoScalingGroupNames: [...names] };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ autoScaling }, options) =>
      (await autoScaling).describeAutoScalingGroups({ ...only, MaxRecords: PAGE, NextToken, ...EVERY_KIND }, options),
    );
    return { items: listed(answer.AutoScalingGroups, doing), nextToken: answer.NextToken };
  });
}

/** Without ForceDelete: AWS refuses while there are instances or scaling activities. @returns AWS's request id */
export async function deleteGroup(target: Target, name: string): Promise<string> {
  const answer = await call(target, autoScaling.deleteAutoScalingGroup.api, async ({ autoScaling }, options) =>
    (await autoScaling).deleteAutoScalingGroup({ AutoScalingGroupName: name }, options),
  );
  return answer.$metadata.requestId ?? 'unknown';
}

/** Tags on the group alone: what it launches is not meant. */
export function groupTags(target: Target, { id }: { readonly id: string }): TagWriter {
  const tagged = (tags: Readonly<Record<string, string>>) =>
    fromTags(tags).map((tag) => ({ ResourceId: id, ResourceType: 'auto-scaling-group', ...tag }));
  return {
    apis: { write: autoScaling.createOrUpdateTags.api, remove: autoScaling.deleteTags.api },
    async write(tags) {
      const Tags = tagged(tags).map((tag) => ({ ...tag, PropagateAtLaunch: false }));
      await call(target, autoScaling.createOrUpdateTags.api, async ({ autoScaling }, options) =>
        (await autoScaling).createOrUpdateTags({ Tags }, options),
      );
    },
    async remove(tags) {
      await call(target, autoScaling.deleteTags.api, async ({ autoScaling }, options) =>
        (await autoScaling).deleteTags({ Tags: tagged(tags) }, options),
      );
    },
  };
}
