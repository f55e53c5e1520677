import { AwsError } from '../errors.ts';
import { type AutoScalingHandlers, autoScalingPage, findGroup, nextToken } from './common.ts';
import { newRefresh, ofGroups } from './parts.ts';

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
  DescribeInstanceRefreshes(input, call) {
    const { AutoScalingGroupName: name, InstanceRefreshIds: ids = [] } = input;
    findGroup(name, call);
    const rows = ofGroups(call.here.instanceRefreshes, call.here, name).filter(
      ({ value }) => ids.length === 0 || ids.includes(value.part.InstanceRefreshId ?? ''),
    );
    const page = autoScalingPage(rows, input, `DescribeInstanceRefreshes ${call.account.id}`);
    return { InstanceRefreshes: page.rows.map(({ value }) => value.part), ...nextToken(page) };
  },
};
