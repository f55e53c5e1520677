import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** The users of a group according to its own description. */
export const groupInstances = plainSource({
  name: 'groupInstances',
  summary: 'Instances of the group in any state, and a minimum size or desired capacity above zero.',
  places: ownPlace,
  reads: autoScaling.describeAutoScalingGroups,
  what: 'reading instances of Auto Scaling groups',
  find({ AutoScalingGroupARN: alias, AutoScalingGroupName: name, Instances, MinSize, MaxSize, DesiredCapacity }) {
    if (!alias || !Instances) {
      const message = `Auto Scaling group ${name} came without its ${alias ? 'instances' : 'ARN'}`;
      throw new ReadError(message, { problem: 'malformed' });
    }
    const users = Instances.map(({ InstanceId, LifecycleState }) => `instance ${InstanceId} (${LifecycleState})`);
    if (isAboveZero(DesiredCapacity)) users.push(`its desired capacity of ${DesiredCapacity}`);
    if (isAboveZero(MinSize)) users.push(`its minimum size of ${MinSize}`);
    const findings: Finding[] = users.map((by) => ({ alias, says: 'used', by }));
    const sizes = { 'minimum size': MinSize, 'desired capacity': DesiredCapacity, 'maximum size': MaxSize };
    for (const [what, size] of Object.entries(sizes)) {
      if (size === undefined) findings.push({ alias, says: 'unknown', by: `AWS did not report its ${what}` });
    }
    return findings;
  },
});

/** The group launches up to this size; AWS allows neither value above MaxSize. */
function isAboveZero(size: number | undefined): boolean {
  return size !== undefined && size !== 0;
}
