/** What instances belong to: groups, target groups, classic load balancers, and what sends traffic to them. */
import { autoScaling } from '../../calls/autoScaling.ts';
import { elb, elbV2 } from '../../calls/loadBalancing.ts';
import { ownPlace } from '../../wire/places.ts';
import { describeGroup } from '../launches/groupReferences.ts';
import { describes, lists } from '../listings/listing.ts';
import { type ListingSource, listingSource } from '../listings/listingSource.ts';

/**
 * Also those in standby: the group counts them, and starts another in the place of one that is gone. Those of a warm pool
 * are stopped by design, and only the answer about the pool has them.
 */
export const groupMembers: ListingSource = {
  ...listingSource({
    name: 'groupMembers',
    users: 'Auto Scaling groups, by their instances in every state and by those of their warm pools',
    called: 'Auto Scaling groups',
    names: ['instance'],
    reads: lists(autoScaling.describeAutoScalingGroups, {
      part: ({ Instances = [] }) => ({ Instances: Instances.map(({ InstanceId }) => ({ InstanceId })) }),
      must: { Instances: 'instances' },
      user: describeGroup,
      each: [
        lists(autoScaling.describeWarmPool, {
          by: { AutoScalingGroupName: 'AutoScalingGroupName' },
          when: ({ WarmPoolConfiguration, WarmPoolSize }) => Boolean(WarmPoolConfiguration ?? WarmPoolSize),
          part: ({ InstanceId }) => ({ InstanceId }),
          must: { InstanceId: 'id' },
          user: ({ AutoScalingGroupName, LifecycleState = 'state not known' }) =>
            `warm pool of Auto Scaling group ${AutoScalingGroupName} (${LifecycleState})`,
        }),
      ],
    }),
  }),
  places: ownPlace,
};

/** A target in any state of health, by the id of an instance or by an address of it. */
export const instanceTargets = listingSource({
  name: 'instanceTargets',
  users: 'Target groups, by their registered targets in every state of health',
  called: 'target groups',
  names: ['instance'],
  reads: lists(elbV2.describeTargetGroups, {
    each: [
      describes(elbV2.describeTargetHealth, {
        by: { TargetGroupArn: 'TargetGroupArn' },
        has: 'TargetHealthDescriptions',
        noun: 'targets',
        user: ({ TargetGroupArn, TargetGroupName = TargetGroupArn }) =>
          `target group ${TargetGroupName ?? 'without ARN'}`,
      }),
    ],
  }),
});

/** An instance of any health. */
export const classicBalancerInstances = listingSource({
  name: 'classicBalancerInstances',
  users: 'Classic Load Balancers, by their registered instances',
  called: 'classic load balancers',
  names: ['instance'],
  reads: lists(elb.describeLoadBalancers, {
    part: ({ Instances = [] }) => ({ Instances }),
    must: { Instances: 'instances' },
    user: ({ LoadBalancerName }) => `classic load balancer ${LoadBalancerName ?? 'without name'}`,
  }),
});
