import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/** What reads a group. A person who looks into its streams leaves no trace. */
export const logReaders = eachSource<LogGroupResource>({
  name: 'logReaders',
  summary:
    'Subscription filters of a group, which send its events on, and the last query of CloudWatch Logs Insights about it.',
  calls: [logs.describeSubscriptionFilters, logs.describeQueries],
  reading: (target) => async (group) => {
    const { id: logGroupName } = group;
    const input = { logGroupName };
    const readsFilters = pages(
      target,
      logs.describeSubscriptionFilters,
      `reading subscription filters of ${logGroupName}`,
      input,
    );
    const filters = (await allOf(readsFilters)).map(
      ({ filterName = 'without name', destinationArn }): FindingOfOne => ({
        says: 'used',
        by: `subscription filter ${filterName}, which sends its events to ${destinationArn ?? 'a place not known'}`,
      }),
    );
    const queries = await allOf(pages(target, logs.describeQueries, `reading queries of ${logGroupName}`, input));
    const at = Math.max(0, ...queries.map(({ createTime = 0 }) => createTime));
    return at === 0 ? filters : [...filters, { says: 'lastUsed', at, by: 'the last query of it in Logs Insights' }];
  },
});
