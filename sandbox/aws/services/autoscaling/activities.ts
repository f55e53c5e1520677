import type { Activity, DescribeScalingActivitiesCommandInput } from '@aws-sdk/client-auto-scaling';
import type { Row } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { plain } from '../../store/listing.ts';
import { type AutoScalingHandlers, findGroup, listing } from './common.ts';

/** "Only activities started within the last six weeks can be returned": API_DescribeScalingActivities. */
const SIX_WEEKS_MS = 6 * 7 * 24 * 3_600_000;
const PAGES = { min: 1, max: 100, otherwise: 100 };

export const activities: AutoScalingHandlers = {
  DescribeScalingActivities: listing(plain(activitiesOf), { answer: 'Activities', pages: PAGES }),
};

function activitiesOf(call: Call, input: DescribeScalingActivitiesCommandInput): readonly Row<Activity>[] {
  const { AutoScalingGroupName: name, ActivityIds: ids = [], IncludeDeletedGroups: deleted = false } = input;
  if (name !== undefined && !deleted) findGroup(name, call);
  const there = new Set(call.here.autoScalingGroups.values().map((group) => group.AutoScalingGroupARN));
  const oldest = call.now.getTime() - SIX_WEEKS_MS;
  const rows = call.here.activities
    .view()
    .filter(
      ({ value }) =>
        (name === undefined || value.AutoScalingGroupName === name) &&
        (deleted || there.has(value.AutoScalingGroupARN)) &&
        (ids.length === 0 || ids.includes(value.ActivityId ?? '')) &&
        startOf(value) >= oldest,
    );
  return inOrder(rows);
}

/** "Activities are sorted by start time. Activities still in progress are described first." */
function inOrder(rows: readonly Row<Activity>[]): readonly Row<Activity>[] {
  return rows
    .toSorted(({ value: a }, { value: b }) => Number(isOver(a)) - Number(isOver(b)) || startOf(b) - startOf(a))
    .map((row, seq) => ({ ...row, seq }));
}

function isOver({ StatusCode }: Activity): boolean {
  return StatusCode === 'Successful' || StatusCode === 'Failed' || StatusCode === 'Cancelled';
}

function startOf({ StartTime }: Activity): number {
  return StartTime?.getTime() ?? 0;
}
