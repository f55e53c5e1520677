import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../../core/common/errors.ts';
import { type GroupResource, toGroup } from '../../resources/autoScalingGroup.ts';
import { groups, NAMES } from '../../resources/autoScalingGroupApi.ts';
import type { ByName } from '../../wire/readByName.ts';

export const groupByName: ByName<AutoScalingGroup, GroupResource> = {
  noun: 'Auto Scaling group',
  most: NAMES,
  fetch: groups,
  toResource: groupOf,
};

export function groupOf(group: AutoScalingGroup): GroupResource {
  const resource = toGroup(group);
  if (resource) return resource;
  throw new ReadError('reading Auto Scaling groups: one came without name or ARN', { problem: 'malformed' });
}
