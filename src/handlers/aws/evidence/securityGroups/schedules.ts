import type { ScheduleSummary } from '@aws-sdk/client-scheduler';
import type { Finding } from '../../../../core/common/finding.ts';
import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { scheduler } from '../../calls/scheduler.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { groupsIn, groupsNamed } from './namedGroups.ts';

/** A disabled schedule counts: a user may enable it at any time. */
export const schedules: EvidenceSource = {
  name: 'schedules',
  summary:
    'Schedules of EventBridge Scheduler, in every account, by the security groups of the ECS tasks that they start, and by the ids in the input of calls to AWS and of state machines.',
  permissions: permissionsOf(scheduler.getSchedule, scheduler.listSchedules),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(pages(target, scheduler.listSchedules, WHAT), (schedule) => usesOf(target, schedule));
  },
};

const WHAT = 'reading the security groups of schedules';

/**
 * Targets that only receive a message: none of these starts something in a VPC. An account may have a million schedules,
 * and each that may start something costs a call.
 */
const RECEIVES_A_MESSAGE = /^arn:[^:]*:(?:events|firehose|kinesis|lambda|sns|sqs):/;

async function usesOf(target: CallScope, { Name, GroupName, Target }: ScheduleSummary): Promise<readonly Finding[]> {
  if (Target?.Arn && RECEIVES_A_MESSAGE.test(Target.Arn)) return [];
  const operation = { target, api: scheduler.listSchedules.api, what: WHAT };
  const input = {
    Name: requirePart(Name || undefined, 'schedule name', operation),
    GroupName: requirePart(GroupName || undefined, 'schedule group', operation),
  };
  const by = (state: string | undefined) =>
    `schedule ${input.GroupName}/${input.Name} of EventBridge Scheduler (${state ?? 'state not known'})`;
  try {
    const { State, Target: whole } = await read(target, scheduler.getSchedule, WHAT, input);
    const { EcsParameters, Input } = requirePart(whole, 'target', { ...operation, api: scheduler.getSchedule.api });
    const ofTasks = EcsParameters?.NetworkConfiguration?.awsvpcConfiguration?.SecurityGroups;
    return [...groupsNamed(ofTasks, by(State)), ...groupsIn(Input, by(State))];
  } catch (error) {
    // It was deleted after the listing, for example because it was to run once.
    if (saysNotFound(error)) return [];
    throw error;
  }
}
