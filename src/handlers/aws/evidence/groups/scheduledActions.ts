import { autoScaling } from '../../calls/autoScaling.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

/** AWS lists only future actions. Each may set any size, even for a group that may not grow now. */
export const scheduledActions = plainSource({
  name: 'scheduledActions',
  summary: 'Scheduled actions of the group, once or recurring.',
  places: ownPlace,
  reads: autoScaling.describeScheduledActions,
  what: 'reading scheduled actions',
  find({ AutoScalingGroupName, ScheduledActionName = 'without name', Recurrence, StartTime }) {
    const action = `scheduled action ${ScheduledActionName}`;
    const when = Recurrence ?? StartTime?.toISOString();
    const by = when === undefined ? action : `${action} (${when})`;
    return used(AutoScalingGroupName, by, `${action} came without its group`);
  },
});
