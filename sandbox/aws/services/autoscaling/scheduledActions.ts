import { newScheduledAction } from '../../seeds/partSeeds.ts';
import { type AutoScalingHandlers, findGroup, invalid, listing, names } from './common.ts';
import { namesake, partsOf } from './parts.ts';

export const scheduledActions: AutoScalingHandlers = {
  /** "If scheduled action names are provided, [start and end time are] ignored": API_DescribeScheduledActions. */
  DescribeScheduledActions: listing(
    partsOf(({ scheduledActions }) => scheduledActions),
    {
      answer: 'ScheduledUpdateGroupActions',
      named: { ...names('ScheduledActionNames'), of: ({ part }) => part.ScheduledActionName },
      where({ ScheduledActionNames: named = [], StartTime, EndTime }) {
        if (named.length > 0) return () => true;
        return ({ part: { StartTime: at } }) =>
          (StartTime === undefined || (at !== undefined && at >= StartTime)) &&
          (EndTime === undefined || (at !== undefined && at <= EndTime));
      },
    },
  ),

  /** https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_PutScheduledUpdateGroupAction.html */
  PutScheduledUpdateGroupAction(input, call) {
    const group = findGroup(input.AutoScalingGroupName, call);
    const { MinSize, MaxSize, DesiredCapacity, StartTime = input.Time, Recurrence } = input;
    if (MinSize === undefined && MaxSize === undefined && DesiredCapacity === undefined) {
      throw invalid('At least one of MinSize, MaxSize or DesiredCapacity must be provided');
    }
    if (StartTime !== undefined && StartTime < call.now) throw invalid('Given start time is in the past');
    const { Time: _time, ...given } = input;
    const named = { ...given, ...(StartTime || Recurrence ? {} : { StartTime: call.now }) };
    const before = namesake(
      call.here.scheduledActions,
      group,
      (action) => action.ScheduledActionName === input.ScheduledActionName,
    );
    const fresh = newScheduledAction(named, group, call.store.ids);
    const part = { ...fresh, ScheduledActionARN: before?.ScheduledActionARN ?? fresh.ScheduledActionARN };
    call.here.scheduledActions.put(part.ScheduledActionARN ?? '', { groupArn: group.AutoScalingGroupARN ?? '', part });
    return {};
  },
};
