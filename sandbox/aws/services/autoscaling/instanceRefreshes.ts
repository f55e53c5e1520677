import type { DescribeInstanceRefreshesCommandInput } from '@aws-sdk/client-auto-scaling';
import { AwsError } from '../../collections/errors.ts';
import { newRefresh } from '../../seeds/partSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type AutoScalingHandlers, findGroup, listing } from './common.ts';
import { ofGroups } from './parts.ts';

const OVER = ['Cancelled', 'Failed', 'RollbackFailed', 'RollbackSuccessful', 'Successful'];

export const instanceRefreshes: AutoScalingHandlers = {
  /** It stays pending. https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_StartInstanceRefresh.html */
  StartInstanceRefresh({ AutoScalingGroupName: name }, call) {
    const { here, store, now } = call;
    const group = findGroup(name, call);
    const isRunning = ofGroups(here.instanceRefreshes, here, name).some(
      ({ value }) => !OVER.includes(value.part.Status ?? ''),
    );
    if (isRunning) {
      throw new AwsError(
        'InstanceRefreshInProgress',
        'An Instance Refresh is already in progress and blocks this one.',
      );
    }
    const part = newRefresh({ Status: 'Pending', PercentageComplete: 0 }, group, store.ids, now);
    const groupArn = group.AutoScalingGroupARN ?? '';
    here.instanceRefreshes.put(part.InstanceRefreshId ?? '', { groupArn, part });
    return { InstanceRefreshId: part.InstanceRefreshId };
  },

  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeInstanceRefreshes.html */
  DescribeInstanceRefreshes: listing(
    collection(refreshesOf, ({ part }) => part),
    {
      answer: 'InstanceRefreshes',
      named: { by: 'InstanceRefreshIds' },
    },
  ),
};

function refreshesOf(call: Call, { AutoScalingGroupName: name }: DescribeInstanceRefreshesCommandInput) {
  findGroup(name, call);
  return ofGroups(call.here.instanceRefreshes, call.here, name);
}
