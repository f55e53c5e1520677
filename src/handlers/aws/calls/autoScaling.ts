import { table } from './call.ts';
import { AUTO_SCALING } from './rates.ts';

/** Includes resources that AWS services manage. */
const PAGE = { IncludeManagedResources: true, MaxRecords: 100 } as const;

/** Every call to EC2 Auto Scaling. */
export const autoScaling = table(
  {
    service: 'autoScaling',
    load: async () => (await import('@aws-sdk/client-auto-scaling')).AutoScaling,
    prefix: 'autoscaling',
    reads: AUTO_SCALING,
    writes: AUTO_SCALING,
  },
  {
    createLaunchConfiguration: { effect: 'restores' },
    createOrUpdateTags: { effect: 'protects' },
    deleteAutoScalingGroup: {
      effect: 'deletes',
      errors: { inUse: ['ScalingActivityInProgress', 'ScalingActivityInProgressFault'] },
    },
    /** AWS refuses while a group names it: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DeleteLaunchConfiguration.html */
    deleteLaunchConfiguration: { effect: 'deletes' },
    deleteTags: { effect: 'protects' },
    describeAutoScalingGroups: {
      effect: 'reads',
      list: 'AutoScalingGroups',
      token: 'NextToken',
      page: { ...PAGE, IncludeInstances: true },
    },
    describeInstanceRefreshes: {
      effect: 'reads',
      list: 'InstanceRefreshes',
      token: 'NextToken',
      page: { MaxRecords: 100 },
    },
    describeLaunchConfigurations: {
      effect: 'reads',
      list: 'LaunchConfigurations',
      token: 'NextToken',
      page: { MaxRecords: 100 },
    },
    /** In one answer: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeLifecycleHooks.html */
    describeLifecycleHooks: { effect: 'reads', list: 'LifecycleHooks' },
    describeNotificationConfigurations: {
      effect: 'reads',
      list: 'NotificationConfigurations',
      token: 'NextToken',
      page: { MaxRecords: 100 },
    },
    describePolicies: { effect: 'reads', list: 'ScalingPolicies', token: 'NextToken', page: PAGE },
    describeScalingActivities: { effect: 'reads', list: 'Activities', token: 'NextToken', page: PAGE },
    describeScheduledActions: { effect: 'reads', list: 'ScheduledUpdateGroupActions', token: 'NextToken', page: PAGE },
    /** "The maximum value is 50": https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeWarmPool.html */
    describeWarmPool: { effect: 'reads', list: 'Instances', token: 'NextToken', page: { MaxRecords: 50 } },
  },
);
