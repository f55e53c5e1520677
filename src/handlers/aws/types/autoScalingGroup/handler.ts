import { defineHandler } from '../../../contract/defineHandler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { activities } from '../../evidence/groups/activities.ts';
import { groupInstances } from '../../evidence/groups/groupInstances.ts';
import { instanceRefreshes } from '../../evidence/groups/instanceRefreshes.ts';
import { loadBalancerHealth } from '../../evidence/groups/loadBalancerHealth.ts';
import { scalingPolicies } from '../../evidence/groups/scalingPolicies.ts';
import { scheduledActions } from '../../evidence/groups/scheduledActions.ts';
import { warmPools } from '../../evidence/groups/warmPools.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import { type GroupParameters, groupParameters } from '../../resources/autoScalingGroupParameters.ts';
import { groupRules } from './rules.ts';
import { groupSafeguards } from './safeguards.ts';
import { openGroups } from './session.ts';

export const autoScalingGroup = defineHandler<GroupResource, GroupParameters>({
  provider: 'aws',
  resourceType: 'autoScalingGroup',
  summary: 'EC2 Auto Scaling groups. Never force-deleted: one with instances stays.',
  permissions: {
    list: permissionsOf(autoScaling.describeAutoScalingGroups),
    delete: permissionsOf(autoScaling.deleteAutoScalingGroup),
    protect: permissionsOf(autoScaling.createOrUpdateTags, autoScaling.deleteTags),
    restore: permissionsOf(autoScaling.describeAutoScalingGroups),
    resources: ['autoscaling:*:*:autoScalingGroup:*:autoScalingGroupName/*'],
  },
  parameters: groupParameters,
  evidence: [
    activities,
    groupInstances,
    instanceRefreshes,
    loadBalancerHealth,
    scalingPolicies,
    scheduledActions,
    warmPools,
  ],
  safeguards: groupSafeguards,
  rules: groupRules,
  definition: ({ described }) => described,
  open: openGroups,
});
