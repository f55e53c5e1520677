import type { Activity } from '@aws-sdk/client-auto-scaling';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { call } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { findingsOfEach, type GroupFinding } from './groupCandidates.ts';

/** AWS remembers six weeks: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeScalingActivities.html */
export const activities: EvidenceSource = {
  name: 'activities',
  summary:
    'Scaling activities of the last six weeks: one that is not over uses the group, and the end of the last one is its last use.',
  permissions: permissionsOf(autoScaling.describeScalingActivities),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    return findingsOfEach(candidates, ({ id }) => activityOf(target, id));
  },
};

const OVER: ReadonlySet<unknown> = new Set(['Cancelled', 'Failed', 'Successful']);

/**
 * Those that are not over come first, so that one page tells of them. The others come by their start, and the one that
 * began last is not always the one that ended last: all are looked at.
 */
async function activityOf(target: CallScope, name: string): Promise<readonly GroupFinding[]> {
  let last: GroupFinding | undefined;
  for await (const page of activityPages(target, name)) {
    const running = page.find(({ StatusCode }) => !OVER.has(StatusCode));
    if (running) return [{ says: 'used', by: `${describe(running)}, which is not over` }];
    for (const activity of page) {
      const use = useOf(activity);
      if (!last || whenOf(use) > whenOf(last)) last = use;
    }
  }
  return last ? [last] : [];
}

function useOf(activity: Activity): GroupFinding {
  const at = (activity.EndTime ?? activity.StartTime)?.getTime();
  const dated = at !== undefined && Number.isFinite(at);
  return { says: 'lastUsed', by: describe(activity), ...(dated ? { at } : {}) };
}

/** One without a date counts as now, which is later than any other. */
function whenOf({ at = Number.POSITIVE_INFINITY }: GroupFinding): number {
  return at;
}

function describe({ Description, ActivityId, StatusCode }: Activity): string {
  return `scaling activity "${Description ?? ActivityId}" (${StatusCode})`;
}

function activityPages(target: CallScope, AutoScalingGroupName: string): AsyncIterable<readonly Activity[]> {
  const api = autoScaling.describeScalingActivities.api;
  const doing: CallContext = { target, api, what: `reading scaling activities of ${AutoScalingGroupName}` };
  const which = { AutoScalingGroupName, IncludeDeletedGroups: false, IncludeManagedResources: true, MaxRecords: 100 };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, api, async ({ autoScaling }, options) =>
      (await autoScaling).describeScalingActivities({ ...which, NextToken }, options),
    );
    return { items: requireList(answer.Activities, doing), nextToken: answer.NextToken };
  });
}
