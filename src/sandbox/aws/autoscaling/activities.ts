import { type AutoScalingHandlers, autoScalingPage, findGroup, nextToken } from './common.ts';

/** "Only activities started within the last six weeks can be returned": API_DescribeScalingActivities. */
const SIX_WEEKS_MS = 6 * 7 * 24 * 3_600_000;

export const activities: AutoScalingHandlers = {
  DescribeScalingActivities(input, call) {
    const { AutoScalingGroupName: name, ActivityIds: ids = [] } = input;
    if (name !== undefined && !input.IncludeDeletedGroups) findGroup(name, call);
    const oldest = call.now.getTime() - SIX_WEEKS_MS;
    const rows = call.here.activities
      .view()
      .filter(
        ({ value }) =>
          (name === undefined || value.AutoScalingGroupName === name) &&
          (ids.length === 0 || ids.includes(value.ActivityId ?? '')) &&
          (value.StartTime?.getTime() ?? 0) >= oldest,
      );
    const page = autoScalingPage(rows, input, `DescribeScalingActivities ${call.account.id}`, 100);
    return { Activities: page.rows.map(({ value }) => value), ...nextToken(page) };
  },
};
