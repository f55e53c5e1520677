import { collection } from '../../store/listing.ts';
import { type AutoScalingHandlers, listing, names } from './common.ts';
import { ofGroups } from './parts.ts';

/** What a group does and tells when an instance comes or goes. */
export const hooks: AutoScalingHandlers = {
  /** Not paged: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeLifecycleHooks.html */
  DescribeLifecycleHooks({ AutoScalingGroupName: name }, { here }) {
    return { LifecycleHooks: ofGroups(here.hooks, here, name).map(({ value }) => value.part) };
  },

  DescribeNotificationConfigurations: listing(
    collection(
      ({ here }) => ofGroups(here.notifications, here),
      ({ part }) => part,
    ),
    {
      answer: 'NotificationConfigurations',
      named: { ...names('AutoScalingGroupNames'), of: ({ part }) => part.AutoScalingGroupName },
    },
  ),
};
