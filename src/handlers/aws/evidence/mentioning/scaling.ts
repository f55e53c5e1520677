/** Auto Scaling: what groups launch from, and what is planned for them. */
import type { TrafficSourceIdentifier } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../../calls/autoScaling.ts';
import { ownPlace } from '../../wire/places.ts';
import { REFRESH_IS_OVER } from '../groups/instanceRefreshes.ts';
import { describeGroup } from '../launches/groupReferences.ts';
import { lists } from '../listings/listing.ts';
import { type ListingSource, listingSource } from '../listings/listingSource.ts';

/** Whether a group uses it or not: a person may launch from it at any time. A script in its user data may start anything. */
export const launchConfigurations = listingSource({
  name: 'launchConfigurations',
  earlier: ['configurationBlockDevices', 'configurationGroups'],
  users: 'Launch configurations, whether an Auto Scaling group uses them or not, with their user data',
  called: 'launch configurations',
  names: ['image', 'securityGroup', 'snapshot', 'texts', 'vpcEndpoint'],
  reads: lists(autoScaling.describeLaunchConfigurations, {
    must: { ImageId: 'image' },
    user: ({ LaunchConfigurationName }) => `launch configuration ${LaunchConfigurationName}`,
  }),
});

/** AWS lists only future actions. Each may set any size, even for a group that may not grow now. */
export const scheduledActions = listingSource({
  name: 'scheduledActions',
  users: 'Scheduled actions of Auto Scaling groups, once or recurring',
  called: 'scheduled actions',
  names: ['autoScalingGroup'],
  reads: lists(autoScaling.describeScheduledActions, {
    part: ({ AutoScalingGroupName }) => ({ AutoScalingGroupName }),
    must: { AutoScalingGroupName: 'group' },
    user({ ScheduledActionName = 'without name', Recurrence, StartTime }) {
      const when = Recurrence ?? StartTime?.toISOString();
      return `scheduled action ${ScheduledActionName}${when === undefined ? '' : ` (${when})`}`;
    },
  }),
});

/**
 * What a group launches once a refresh begins stands only in the refresh, until its first instance does: a refresh may go back
 * to any earlier version.
 */
export const groupRefreshes = listingSource({
  name: 'groupRefreshes',
  users: 'Instance refreshes of Auto Scaling groups that are not over',
  called: 'instance refreshes',
  names: ['launchTemplate'],
  reads: lists(autoScaling.describeAutoScalingGroups, {
    each: [
      lists(autoScaling.describeInstanceRefreshes, {
        by: { AutoScalingGroupName: 'AutoScalingGroupName' },
        unless: ({ Status }) => REFRESH_IS_OVER.has(Status),
        user: ({ AutoScalingGroupName, InstanceRefreshId: id, Status }) =>
          `instance refresh ${id ?? 'without id'} of ${AutoScalingGroupName} (${Status ?? 'status not known'})`,
      }),
    ],
  }),
});

const classicOf = ({ Identifier, Type }: TrafficSourceIdentifier) => (Type === 'elb' && Identifier ? [Identifier] : []);

/** A group registers its next instance with all that is attached to it, whether or not it has an instance now. */
export const attachedGroups: ListingSource = {
  ...listingSource({
    name: 'attachedGroups',
    users: 'Auto Scaling groups, with or without instances: by their load balancers, target groups and traffic sources',
    called: 'Auto Scaling groups',
    names: ['loadBalancer', 'loadBalancerV2', 'targetGroup'],
    reads: lists(autoScaling.describeAutoScalingGroups, {
      part: ({ LoadBalancerNames = [], TargetGroupARNs, TrafficSources = [] }) => ({
        // A classic one may stand among the sources alone, by its name.
        LoadBalancerNames: [...LoadBalancerNames, ...TrafficSources.flatMap(classicOf)],
        TargetGroupARNs,
        TrafficSources,
      }),
      must: { LoadBalancerNames: 'attached sources', TargetGroupARNs: 'attached sources' },
      user: describeGroup,
    }),
  }),
  // A group and what is attached to it are in one account and region.
  places: ownPlace,
};
