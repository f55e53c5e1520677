/** Log groups with their streams. https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_LogGroup.html */
import type { ExportTask, LogGroup, LogStream } from '@aws-sdk/client-cloudwatch-logs';
import { type Kind, plainKind, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import type { Seed, Tags } from '../collections/seed.ts';

/** What other calls than the listing answer of a group. */
interface Beside {
  readonly tags: Tags;
  readonly streams: readonly LogStream[];
}

export interface LogGroupRow extends Beside {
  readonly group: LogGroup;
}

export type LogGroupSeed = Seed<LogGroup> & Partial<Beside>;

export const logGroups: Kind<'logGroup', LogGroupSeed, LogGroupRow, LogGroup> = {
  name: 'logGroup',
  make({ tags = {}, streams = [], ...given }, { ids, account, region, now }) {
    const logGroupName = given.logGroupName ?? ids.next('logs');
    const logGroupArn = `arn:${partitionOf(region)}:logs:${region}:${account.id}:log-group:${logGroupName}`;
    const group: LogGroup = {
      creationTime: now.getTime(),
      metricFilterCount: 0,
      storedBytes: 0,
      logGroupClass: 'STANDARD',
      deletionProtectionEnabled: false,
      ...(given as Partial<LogGroup>),
      logGroupName,
      arn: `${logGroupArn}:*`,
      logGroupArn,
    };
    return { group, tags, streams };
  },
  /** Streams are added to those that it has. */
  patched({ group, tags, streams }, { addedStreams = [], ...more }) {
    return { group: { ...group, ...more }, tags, streams: [...streams, ...(addedStreams as readonly LogStream[])] };
  },
  keyOf: ({ group }) => group.logGroupName,
  ...shownInside<LogGroupRow, 'group'>('group'),
  reads: { api: 'CloudWatch Logs', operation: 'ListTagsForResource', by: 'resourceArn' },
  deletes: { api: 'CloudWatch Logs', operation: 'DeleteLogGroup', by: 'logGroupName' },
};

/** A task without a state has that of its age: {@link stateOf}. */
export const exportTasks = plainKind<'exportTask', Seed<ExportTask>, ExportTask>('exportTask', {
  make: (given, { ids }) => ({ taskId: ids.uuid(), ...(given as ExportTask) }),
  keyOf: ({ taskId }) => taskId,
});

/** So long an export waits, and so long it lasts; the times of AWS are not documented. */
const WAITS_MS = 30_000;
const LASTS_MS = 5 * 60_000;

/** @param now the sandbox's time */
export function stateOf({ status, executionInfo }: ExportTask, now: Date): NonNullable<ExportTask['status']> {
  if (status) return status;
  const age = now.getTime() - (executionInfo?.creationTime ?? 0);
  if (age < WAITS_MS) return { code: 'PENDING', message: 'Pending' };
  if (age < LASTS_MS) return { code: 'RUNNING', message: 'Running' };
  return { code: 'COMPLETED', message: 'Completed successfully' };
}
