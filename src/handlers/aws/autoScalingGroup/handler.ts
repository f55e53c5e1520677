import type { Handler } from '../../handler.ts';
import { groupInstances } from '../evidence/groupInstances.ts';
import { groupNotReadYet } from './notReadYet.ts';
import { type GroupParameters, groupParameters } from './parameters.ts';
import type { GroupResource } from './resource.ts';
import { groupRules } from './rules.ts';
import { groupSafeguards } from './safeguards.ts';
import { openGroups } from './session.ts';

export const autoScalingGroup: Handler<GroupResource, GroupParameters> = {
  provider: 'aws',
  resourceType: 'autoScalingGroup',
  summary: 'EC2 Auto Scaling groups. Never force-deleted: one with instances stays.',
  permissions: {
    list: ['autoscaling:DescribeAutoScalingGroups'],
    delete: ['autoscaling:DeleteAutoScalingGroup'],
    protect: ['autoscaling:CreateOrUpdateTags', 'autoscaling:DeleteTags'],
  },
  parameters: groupParameters,
  evidence: [groupInstances],
  notReadYet: groupNotReadYet,
  safeguards: groupSafeguards,
  rules: groupRules,
  dated: 'byProvider',
  maxBatch: 1,
  definition: ({ described }) => described,
  open: openGroups,
};
