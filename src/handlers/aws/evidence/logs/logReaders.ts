import type { ExportTask } from '@aws-sdk/client-cloudwatch-logs';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { isLastExport } from '../../resources/logExport.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

/** States in which an export needs its group no more; a word that is not known is none of them. */
const ENDED: ReadonlySet<string | undefined> = new Set(['CANCELLED', 'COMPLETED', 'FAILED']);

/** What reads a group. A person who looks into its streams leaves no trace. */
export const logReaders = eachSource<LogGroupResource>({
  name: 'logReaders',
  summary:
    'Subscription filters of a group, which send its events on, exports of it to S3 that have not ended, but those of Holystone, and the last query of CloudWatch Logs Insights about it.',
  calls: [logs.describeSubscriptionFilters, logs.describeQueries, logs.describeExportTasks],
  reading(target) {
    let exports: Promise<readonly ExportTask[]> | undefined;
    return async ({ id: logGroupName }) => {
      const input = { logGroupName };
      const what = `reading subscription filters of ${logGroupName}`;
      const filters = await allOf(pages(target, logs.describeSubscriptionFilters, what, input));
      exports ??= allOf(pages(target, logs.describeExportTasks, 'reading exports of log groups'));
      const underWay = (await exports).filter((one) => one.logGroupName === logGroupName && isOfOthers(one));
      const queries = await allOf(pages(target, logs.describeQueries, `reading queries of ${logGroupName}`, input));
      const at = Math.max(0, ...queries.map(({ createTime = 0 }) => createTime));
      return [
        ...filters.map(({ filterName = 'without name', destinationArn = 'a place not known' }) =>
          used(`subscription filter ${filterName}, which sends its events to ${destinationArn}`),
        ),
        ...underWay.map(({ taskId = 'without id', destination = 'a place not known' }) =>
          used(`export ${taskId} of it to ${destination}`),
        ),
        ...(at === 0 ? [] : [{ says: 'lastUsed' as const, at, by: 'the last query of it in Logs Insights' }]),
      ];
    };
  },
});

function isOfOthers(task: ExportTask): boolean {
  return !ENDED.has(task.status?.code) && !isLastExport(task);
}

function used(by: string): FindingOfOne {
  return { says: 'used', by };
}
