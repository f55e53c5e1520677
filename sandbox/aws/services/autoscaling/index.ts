import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import * as module from '@aws-sdk/client-auto-scaling';
import { defined } from '../../collections/defined.ts';
import { type Service, service } from '../../wire/service.ts';
import { activities } from './activities.ts';
import { type AutoScalingHandlers, findGroup, invalid, listing } from './common.ts';
import { groups } from './groups.ts';
import { hooks } from './hooks.ts';
import { instanceRefreshes } from './instanceRefreshes.ts';
import { launchConfigurations } from './launchConfigurations.ts';
import { partsOf } from './parts.ts';
import { policies } from './policies.ts';
import { scheduledActions } from './scheduledActions.ts';
import { tags } from './tags.ts';

/** "The maximum value is 50": https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeWarmPool.html */
const PAGES = { min: 1, max: 50, otherwise: 50 };

const warmPools: AutoScalingHandlers = {
  DescribeWarmPool: listing(
    partsOf(({ warmInstances }) => warmInstances),
    {
      answer: 'Instances',
      pages: PAGES,
      beside: (call, { AutoScalingGroupName: name }) => defined(pick(findGroup(name, call))),
    },
  ),

  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutWarmPool.html. Launches nothing. */
  PutWarmPool({ AutoScalingGroupName: name, ...given }, call) {
    const group = findGroup(name, call);
    const { MinSize = 0, PoolState = 'Stopped', MaxGroupPreparedCapacity, InstanceReusePolicy } = given;
    if (group.MixedInstancesPolicy) {
      throw invalid('You cannot add a warm pool to an Auto Scaling group that has a mixed instances policy.');
    }
    const limits = MaxGroupPreparedCapacity === undefined ? {} : { MaxGroupPreparedCapacity };
    const reuse = InstanceReusePolicy === undefined ? {} : { InstanceReusePolicy };
    const WarmPoolConfiguration = { MinSize, PoolState, ...limits, ...reuse };
    call.here.autoScalingGroups.put(name ?? '', { ...group, WarmPoolConfiguration });
    return {};
  },
};

function pick({ WarmPoolConfiguration }: AutoScalingGroup) {
  return { WarmPoolConfiguration };
}

export function autoScaling(): Service {
  return service(
    module,
    module.AutoScalingClient,
  )({
    ...groups,
    ...launchConfigurations,
    ...activities,
    ...instanceRefreshes,
    ...hooks,
    ...policies,
    ...scheduledActions,
    ...tags,
    ...warmPools,
  });
}
