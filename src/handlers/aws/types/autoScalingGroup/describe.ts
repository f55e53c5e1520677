import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../../calls/autoScaling.ts';
import type { GroupDefinition } from '../../resources/autoScalingGroup.ts';
import { allOf } from '../../wire/paging.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** The calls of {@link describeGroup}. */
export const DESCRIBE_CALLS = [
  autoScaling.describeLifecycleHooks,
  autoScaling.describeNotificationConfigurations,
  autoScaling.describePolicies,
] as const;

/** What goes with a group when it is deleted, and stands in no description of it. @throws ReadError */
export async function describeGroup(target: CallScope, group: AutoScalingGroup): Promise<GroupDefinition> {
  const { AutoScalingGroupName = '' } = group;
  const [readsHooks, readsNotifications, readsPolicies] = DESCRIBE_CALLS;
  const what = `reading Auto Scaling group ${AutoScalingGroupName}`;
  const named = { AutoScalingGroupNames: [AutoScalingGroupName] };
  return {
    ...group,
    LifecycleHooks: [...(await readList(target, readsHooks, what, { AutoScalingGroupName }))],
    NotificationConfigurations: [...(await allOf(pages(target, readsNotifications, what, named)))],
    ScalingPolicies: [...(await allOf(pages(target, readsPolicies, what, { AutoScalingGroupName })))],
  };
}
