import type { Activity } from '@aws-sdk/client-auto-scaling';
import type { Row } from '../table.ts';
import { type AutoScalingHandlers, autoScalingPage, findGroup, invalid, nextToken } from './common.ts';

/** "Only activities started within the last six weeks can be returned": API_DescribeScalingActivities. */
const SIX_WEEKS_MS = 6 * 7 * 24 * 3_600_000;

export const activities: AutoScalingHandlers = {
  DescribeScalingActivities(input, call) {
    const { AutoScalingGroupName: name, ActivityIds: ids = [], IncludeDeletedGroups: deleted = false } = input;
    if (input.Filters !== undefined) throw invalid('The filters of DescribeScalingActivities are not played');
    if (name !== undefined && !deleted) findGroup(name, call);
    const there = new Set(call.here.groups.values().map((group) => group.AutoScalingGroupARN));
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
    const page = autoScalingPage(inOrder(rows), input, `DescribeScalingActivities ${call.account.id}`, 100);
    return { Activities: page.rows.map(({ value }) => value), ...nextToken(page) };
  },
};

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
