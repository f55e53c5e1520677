import type { Activity } from '@aws-sdk/client-auto-scaling';
import { autoScaling } from '../../calls/autoScaling.ts';
import { pages } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/**
 * AWS lists unfinished activities first, so the first page shows them. It sorts the others by start, and the last to
 * start is not always the last to end: this reads all. AWS keeps six weeks:
 * https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeScalingActivities.html
 */
export const activities = eachSource({
  name: 'activities',
  summary:
    'Scaling activities of the last six weeks: an unfinished one uses the group, and the end of the last one is its last use.',
  calls: [autoScaling.describeScalingActivities],
  reading:
    (target) =>
    async ({ id: AutoScalingGroupName }) => {
      const what = `reading scaling activities of ${AutoScalingGroupName}`;
      const which = { AutoScalingGroupName, IncludeDeletedGroups: false };
      let last: FindingOfOne | undefined;
      for await (const page of pages(target, autoScaling.describeScalingActivities, what, which)) {
        const running = page.find(({ StatusCode }) => !OVER.has(StatusCode));
        if (running) return [{ says: 'used', by: `${describe(running)}, which is not finished` }];
        for (const activity of page) {
          const use = useOf(activity);
          if (!last || whenOf(use) > whenOf(last)) last = use;
        }
      }
      return last ? [last] : [];
    },
});

const OVER: ReadonlySet<unknown> = new Set(['Cancelled', 'Failed', 'Successful']);

function useOf(activity: Activity): FindingOfOne {
  const at = (activity.EndTime ?? activity.StartTime)?.getTime();
  const dated = at !== undefined && Number.isFinite(at);
  return { says: 'lastUsed', by: describe(activity), ...(dated ? { at } : {}) };
}

/** An activity without a date counts as now, later than any other. */
function whenOf({ at = Number.POSITIVE_INFINITY }: FindingOfOne): number {
  return at;
}

function describe({ Description, ActivityId, StatusCode }: Activity): string {
  return `scaling activity "${Description ?? ActivityId}" (${StatusCode})`;
}
