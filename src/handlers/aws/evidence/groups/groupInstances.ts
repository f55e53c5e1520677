import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { groups } from '../../resources/autoScalingGroupApi.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';

/** What a group's own description says of its use. */
export const groupInstances: EvidenceSource = {
  name: 'groupInstances',
  summary: 'Instances of the group in any state, and a minimum size or desired capacity above zero.',
  permissions: permissionsOf(autoScaling.describeAutoScalingGroups),
  per: 'location',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(groups(target, 'reading instances of Auto Scaling groups'), usersOf);
  },
};

function usersOf(group: AutoScalingGroup): readonly Finding[] {
  const { AutoScalingGroupARN: alias, AutoScalingGroupName: name, Instances: instances } = group;
  if (!alias || !instances) {
    throw new ReadError(`Auto Scaling group ${name} came without its ${alias ? 'instances' : 'ARN'}`, {
      problem: 'malformed',
    });
  }
  const users = instances.map(({ InstanceId, LifecycleState }) => `instance ${InstanceId} (${LifecycleState})`);
  if (isAboveZero(group.DesiredCapacity)) users.push(`its desired capacity of ${group.DesiredCapacity}`);
  if (isAboveZero(group.MinSize)) users.push(`its minimum size of ${group.MinSize}`);
  const findings: Finding[] = users.map((by) => ({ alias, says: 'used', by }));
  if ([group.MinSize, group.DesiredCapacity, group.MaxSize].some((size) => size === undefined)) {
    findings.push({ alias, says: 'unknown', by: 'AWS did not tell how large it may be' });
  }
  return findings;
}

/** It launches until it is that large; AWS allows neither above MaxSize. */
function isAboveZero(size: number | undefined): boolean {
  return size !== undefined && size !== 0;
}
