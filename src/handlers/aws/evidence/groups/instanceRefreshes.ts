import { autoScaling } from '../../calls/autoScaling.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { eachSource } from '../eachSource.ts';

/** An unknown status counts as unfinished. */
export const REFRESH_IS_OVER: ReadonlySet<unknown> = new Set([
  'Cancelled',
  'Failed',
  'RollbackFailed',
  'RollbackSuccessful',
  'Successful',
]);

export const instanceRefreshes = eachSource({
  name: 'instanceRefreshes',
  summary: 'Instance refreshes that are not finished: pending, in progress, baking, being cancelled or rolled back.',
  calls: [autoScaling.describeInstanceRefreshes],
  reading:
    (target) =>
    async ({ id: AutoScalingGroupName }) => {
      const what = `reading instance refreshes of ${AutoScalingGroupName}`;
      const all = await allOf(pages(target, autoScaling.describeInstanceRefreshes, what, { AutoScalingGroupName }));
      return all
        .filter(({ Status }) => !REFRESH_IS_OVER.has(Status))
        .map(({ InstanceRefreshId: id, Status }) => ({ says: 'used', by: `instance refresh ${id} (${Status})` }));
    },
});
