import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { ByName } from '../readByName.ts';
import { groups, NAMES } from './api.ts';
import { type GroupResource, toGroup } from './resource.ts';

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
