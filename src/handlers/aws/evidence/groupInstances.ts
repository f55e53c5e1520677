import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { groups } from '../autoScalingGroup/api.ts';
import { ownPlace, provenReader } from '../places.ts';

/** What a group's own description says of its use. */
export const groupInstances: EvidenceSource = {
  name: 'groupInstances',
  summary: 'Instances of the group in any state, its warm pool, and a desired capacity above zero.',
  permissions: ['autoscaling:DescribeAutoScalingGroups'],
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    for await (const page of groups(target, 'reading instances of Auto Scaling groups')) {
      findings.push(...page.flatMap(usersOf));
    }
    return findings;
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
  if (group.DesiredCapacity !== 0) users.push(`its desired capacity of ${group.DesiredCapacity}`);
  if (group.WarmPoolConfiguration) users.push(`its warm pool (${group.WarmPoolSize ?? 0} instances)`);
  return users.map((by) => ({ alias, says: 'used', by }));
}
