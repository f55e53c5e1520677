import * as module from '@aws-sdk/client-scheduler';
import { AwsError } from '../collections/errors.ts';
import { scheduleKey, schedules } from '../seeds/groupNamerSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_ListSchedules.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ValidationException',
});

/** https://docs.aws.amazon.com/scheduler/latest/APIReference/API_Operations.html */
export function scheduler(): Service {
  return service(
    module,
    module.SchedulerClient,
  )({
    ListSchedules: listing(
      collection(
        rowsOf('schedules'),
        ({ Name, GroupName, State, Target }): module.ScheduleSummary => ({
          Name,
          GroupName,
          State,
          ...(Target && { Target: { Arn: Target.Arn } }),
        }),
      ),
      { answer: 'Schedules' },
    ),

    GetSchedule({ Name, GroupName }, { here }) {
      const found = here.schedules.get(scheduleKey(GroupName, Name));
      if (found) return found;
      throw new AwsError('ResourceNotFoundException', `Schedule ${Name} does not exist.`, 404);
    },

    CreateSchedule({ Name, GroupName = 'default', State = 'ENABLED', ClientToken: _token, ...given }, call) {
      const key = scheduleKey(GroupName, Name);
      if (call.here.schedules.get(key)) {
        throw new AwsError('ConflictException', `Schedule ${Name} already exists.`, 409);
      }
      call.here.schedules.put(key, schedules.make({ ...given, Name, GroupName, State }, call));
      return { ScheduleArn: `arn:aws:scheduler:${call.region}:${call.account.id}:schedule/${key}` };
    },
  });
}
