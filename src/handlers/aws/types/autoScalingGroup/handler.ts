import { autoScaling } from '../../calls/autoScaling.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { activities } from '../../evidence/groups/activities.ts';
import { groupInstances } from '../../evidence/groups/groupInstances.ts';
import { instanceRefreshes } from '../../evidence/groups/instanceRefreshes.ts';
import { loadBalancerHealth } from '../../evidence/groups/loadBalancerHealth.ts';
import { scalingPolicies } from '../../evidence/groups/scalingPolicies.ts';
import { warmPools } from '../../evidence/groups/warmPools.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { toGroup } from '../../resources/autoScalingGroup.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { ownPlace } from '../../wire/places.ts';
import { resourceType } from '../resourceType.ts';
import { restoreGroup } from './restore.ts';
import { groupRules } from './rules.ts';
import { groupSafeguards } from './safeguards.ts';
import { groupTagging } from './tags.ts';

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
  // Without ForceDelete: AWS refuses while the group has instances or scaling activities.
  deletes: autoScaling.deleteAutoScalingGroup,
  deleteInput: (AutoScalingGroupName) => ({ AutoScalingGroupName }),
  isReadAgain: true,
  ends: 'accepted',
  tagging: groupTagging,
  restore: { calls: [], plan: restoreGroup },
});
