import { scheduler } from '../../calls/scheduler.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * Targets that only receive a message: none of these starts something by itself. An account may have a million schedules,
 * and each that may start something costs a call.
 */
const RECEIVES_A_MESSAGE = /^arn:[^:]*:(?:events|firehose|kinesis|lambda|sns|sqs):/;

/** A disabled schedule counts: a user may enable it at any time. One that was to run once may vanish after the listing. */
export const schedules = listingSource({
  name: 'schedules',
  users: 'Schedules of EventBridge Scheduler that do more than send a message, also disabled ones',
  called: 'schedules',
  names: 'texts',
  reads: lists(scheduler.listSchedules, {
    unless: ({ Target }) => RECEIVES_A_MESSAGE.test(Target?.Arn ?? ''),
    each: [
      describes(scheduler.getSchedule, {
        by: { Name: 'Name', GroupName: 'GroupName' },
        has: 'Target',
        noun: 'target',
        part: ({ Target }) => Target,
        user: ({ GroupName, Name, State }) =>
          `schedule ${GroupName}/${Name} of EventBridge Scheduler (${State ?? 'state not known'})`,
      }),
    ],
  }),
});
