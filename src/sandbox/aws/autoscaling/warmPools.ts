import { type AutoScalingHandlers, autoScalingPage, findGroup, invalid, nextToken } from './common.ts';
import { ofGroups } from './parts.ts';

/** "The maximum value is 50": https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeWarmPool.html */
const MAX_RECORDS = 50;

export const warmPools: AutoScalingHandlers = {
  DescribeWarmPool(input, call) {
    const { AutoScalingGroupName: name, MaxRecords = MAX_RECORDS } = input;
    const { WarmPoolConfiguration } = findGroup(name, call);
    if (MaxRecords > MAX_RECORDS) {
      throw invalid(
        `1 validation error detected: Value '${MaxRecords}' at 'maxRecords' failed to satisfy constraint: ` +
          `Member must have value less than or equal to ${MAX_RECORDS}`,
      );
    }
    const rows = ofGroups(call.here.warmInstances, call.here, name);
    const page = autoScalingPage(rows, { ...input, MaxRecords }, `DescribeWarmPool ${call.account.id}`);
    return {
      ...(WarmPoolConfiguration === undefined ? {} : { WarmPoolConfiguration }),
      Instances: page.rows.map(({ value }) => value.part),
      ...nextToken(page),
    };
  },
  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutWarmPool.html. Nothing is launched into it. */
  PutWarmPool({ AutoScalingGroupName: name, ...given }, call) {
    const group = findGroup(name, call);
    const { MinSize = 0, PoolState = 'Stopped', MaxGroupPreparedCapacity, InstanceReusePolicy } = given;
    if (group.MixedInstancesPolicy) {
      throw invalid('You cannot add a warm pool to an Auto Scaling group that has a mixed instances policy.');
    }
    const limits = MaxGroupPreparedCapacity === undefined ? {} : { MaxGroupPreparedCapacity };
    const reuse = InstanceReusePolicy === undefined ? {} : { InstanceReusePolicy };
    const WarmPoolConfiguration = { MinSize, PoolState, ...limits, ...reuse };
    call.here.groups.put(name ?? '', { ...group, WarmPoolConfiguration });
    return {};
  },
};
