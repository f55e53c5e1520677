import type { ScheduledUpdateGroupAction } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { allOf, pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';

/** Whatever AWS still lists is still to come, and may set any size: also that of a group which may not grow now. */
export const scheduledActions: EvidenceSource = {
  name: 'scheduledActions',
  summary: 'Scheduled actions of the group, once or recurring.',
  permissions: ['autoscaling:DescribeScheduledActions'],
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const doing: Doing = { target, api: 'autoscaling:DescribeScheduledActions', what: 'reading scheduled actions' };
    const pages = pagesOf(doing, async (NextToken) => {
      const answer = await call(target, doing.api, async ({ autoScaling }, options) =>
        (await autoScaling).describeScheduledActions(
          {
            IncludeManagedResources: true,
            MaxRecords: 100,
            NextToken,
          },
          options,
        ),
      );
      return { items: listed(answer.ScheduledUpdateGroupActions, doing), nextToken: answer.NextToken };
    });
    return (await allOf(pages)).map(useOf);
  },
};

function useOf({ AutoScalingGroupName: alias, ...action }: ScheduledUpdateGroupAction): Finding {
  const name = action.ScheduledActionName ?? 'without name';
  if (!alias) throw new ReadError(`scheduled action ${name} came without its group`, { problem: 'malformed' });
  const when = action.Recurrence ?? action.StartTime?.toISOString();
  return { alias, says: 'used', by: `scheduled action ${name}${when === undefined ? '' : ` (${when})`}` };
}
