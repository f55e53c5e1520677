import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { activities } from '../../evidence/groups/activities.ts';
import { groupInstances } from '../../evidence/groups/groupInstances.ts';
import { instanceRefreshes } from '../../evidence/groups/instanceRefreshes.ts';
import { loadBalancerHealth } from '../../evidence/groups/loadBalancerHealth.ts';
import { scalingPolicies } from '../../evidence/groups/scalingPolicies.ts';
import { warmPools } from '../../evidence/groups/warmPools.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { type GroupDefinition, type GroupResource, toGroup } from '../../resources/autoScalingGroup.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';
import { keptByPrograms } from '../../resources/startedAgain.ts';
import type { Tagging } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace } from '../../wire/places.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { resourceType } from '../resourceType.ts';
import { restoreGroup } from './restore.ts';
import { groupRules } from './rules.ts';

/** The calls of {@link describeGroup}. */
const DESCRIBE_CALLS = [
  autoScaling.describeLifecycleHooks,
  autoScaling.describeNotificationConfigurations,
  autoScaling.describePolicies,
] as const;

/** What goes with a group when it is deleted, and stands in no description of it. @throws ReadError */
async function describeGroup(target: CallScope, group: AutoScalingGroup): Promise<GroupDefinition> {
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

const CALLS = { add: autoScaling.createOrUpdateTags, remove: autoScaling.deleteTags };

/** On the group only, not on the instances it launches. */
const groupTagging: Tagging = {
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

type GroupSafeguard = Safeguard<GroupResource, ManagedParameters>;

const beingDeleted: GroupSafeguard = {
  name: 'beingDeleted',
  summary: 'It is already being deleted.',
  keeps: ({ status }) => (status === undefined || status === '' ? undefined : `its status is "${status}"`),
};

/** `prevent-force-deletion` forbids only force deletion, which we never request; an unknown value keeps the group. */
const deletionProtection: GroupSafeguard = {
  name: 'deletionProtection',
  summary: 'It has the deletion protection `prevent-all-deletion`.',
  keeps: ({ deletionProtection: value }) =>
    value === undefined || value === 'none' || value === 'prevent-force-deletion'
      ? undefined
      : `its deletion protection is ${value}`,
};

/** Instance Scheduler sets groups to zero by the same tag; Cloud Custodian's off-hours and Jenkins' fleets do it by theirs. */
const startedAgain: GroupSafeguard = {
  name: 'startedAgain',
  summary:
    'A program sets it to zero and to its size again, according to its tags (`Schedule`, `AutoStart`, `maid_offhours`, `OffHoursPrevious`, …, whatever their value); see `manageOwned`.',
  keeps: keptByPrograms,
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
const groupSafeguards: readonly GroupSafeguard[] = [beingDeleted, deletionProtection, startedAgain];

const left = leftovers({});

export const autoScalingGroup = resourceType({
  resourceType: 'autoScalingGroup',
  called: { en: 'Auto Scaling group', de: 'Auto-Scaling-Gruppe' },
  alsoCalled: ['asg', 'scaling group'],
  summary: 'EC2 Auto Scaling groups. Holystone never force-deletes one: a group with instances stays.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    minSize: 'number',
    maxSize: 'number',
    desiredCapacity: 'number',
    instanceIds: 'texts',
    loadBalancers: 'texts',
    suspensions: 'internal',
    status: 'text',
    deletionProtection: 'text',
    operator: 'text',
    described: 'document',
  },
  noun: 'Auto Scaling group',
  pageOf: ec2Page('AutoScalingGroupDetails:id='),
  arns: ['autoscaling:*:*:autoScalingGroup:*:autoScalingGroupName/*'],
  parameters: clusterParameters,
  evidence: [
    activities,
    groupInstances,
    instanceRefreshes,
    loadBalancerHealth,
    scalingPolicies,
    warmPools,
    ...mentionedBy('autoScalingGroup', ownPlace),
    ...left.evidence,
  ],
  safeguards: [...left.safeguards, ...groupSafeguards],
  rules: [...groupRules, ...left.rules],
  reads: autoScaling.describeAutoScalingGroups,
  mostIds: 50,
  leftOut: 'gone',
  idsInput: (AutoScalingGroupNames) => ({ AutoScalingGroupNames }),
  idOf: ({ AutoScalingGroupName }) => AutoScalingGroupName,
  toResource: toGroup,
  describeCalls: DESCRIBE_CALLS,
  describe: describeGroup,
  // Without ForceDelete: AWS refuses while the group has instances or scaling activities.
  deletes: autoScaling.deleteAutoScalingGroup,
  deleteInput: (AutoScalingGroupName) => ({ AutoScalingGroupName }),
  isReadAgain: true,
  ends: 'accepted',
  tagging: groupTagging,
  restore: { calls: [], plan: restoreGroup },
});
