/** Auto Scaling: what groups launch from, and what is planned for them. */
import { autoScaling } from '../../calls/autoScaling.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** Whether a group uses it or not: a person may launch from it at any time. A script in its user data may start anything. */
export const launchConfigurations = listingSource({
  name: 'launchConfigurations',
  earlier: ['configurationBlockDevices', 'configurationGroups'],
  users: 'Launch configurations, whether an Auto Scaling group uses them or not, with their user data',
  called: 'launch configurations',
  names: ['image', 'securityGroup', 'snapshot', 'texts'],
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
