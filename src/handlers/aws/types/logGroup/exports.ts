/** The exports to S3 before the deletion of a log group. They stay: only people delete them. */
import type { ExportTask } from '@aws-sdk/client-cloudwatch-logs';
import { ReadError } from '../../../../core/common/errors.ts';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { s3 } from '../../calls/s3.ts';
import { type Arrival, readLastArrival } from '../../evidence/logs/logEvents.ts';
import {
  addressOf,
  type ExportTo,
  isLastExportOf,
  type LogGroupParameters,
  lastExportName,
  prefixOf,
} from '../../resources/logExport.ts';
import type { LogGroupResource } from '../../resources/logGroup.ts';
import { logGroupTags } from '../../session/logGroupTags.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/** AWS's words for it say nothing of what lies in the bucket: https://github.com/boto/boto3/issues/1604. */
interface Exported {
  readonly task: ExportTask;
  readonly hasObjects: boolean;
  readonly arrival: Arrival;
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_ExportTaskStatus.html */
const UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'PENDING_CANCEL', 'RUNNING']);
const ENDED_WITHOUT: ReadonlySet<string | undefined> = new Set(['CANCELLED', 'FAILED']);

/** "Log data can take up to 12 hours to become available for export": https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/S3Export.html */
const AVAILABLE_AFTER_MS = 12 * 3_600_000;

/** Of this very group, the newest first. AWS does not say for how long it lists them. @throws ReadError */
export async function readLastExports(
  target: CallScope,
  group: Pick<LogGroupResource, 'id' | 'identity'>,
): Promise<readonly ExportTask[]> {
  const all = await allOf(pages(target, logs.describeExportTasks, `reading exports of ${group.id}`));
  const time = ({ executionInfo: { creationTime = 0 } = {} }: ExportTask) => creationTime;
  return all.filter((task) => isLastExportOf(group, task)).toSorted((a, b) => time(b) - time(a));
}

/** Each request names the account that has to own the bucket: its name may be another's. @throws ReadError */
async function hasObjects(target: CallScope, address: string, owner: string | undefined): Promise<boolean> {
  const [, , Bucket = '', ...key] = address.split('/');
  const ExpectedBucketOwner = owner ?? target.account.id;
  const where = { Bucket, Prefix: `${key.join('/')}/`, MaxKeys: 1, ExpectedBucketOwner };
  const answer = await read(target, s3.listObjectsV2, `looking into ${address}`, where);
  return (answer.Contents ?? []).length > 0;
}

function exportingTo(to: ExportTo | undefined): BackupWay<LogGroupResource, Exported> {
  return {
    api: logs.createExportTask.api,
    called: 'export',
    tagging: logGroupTags,
    // A group has no state. "The Infrequent Access log class supports a subset": exports of it are not documented.
    stateOf: ({ logGroupClass }) => logGroupClass,
    ready: 'STANDARD',
    nameOf: lastExportName,
    async find(reader, group) {
      if (to === undefined) throw new ReadError('its entry has no `exportTo`', { problem: 'failed' });
      const prefix = prefixOf(to, group);
      await hasObjects(reader, `s3://${to.bucket}/${prefix}`, to.owner);
      const known = await readLastExports(reader, group);
      const same = known.filter((one) => one.destination === to.bucket && one.destinationPrefix === prefix);
      return same.flatMap((one) =>
        one.taskId && one.taskName && !ENDED_WITHOUT.has(one.status?.code)
          ? [{ id: addressOf(one), name: one.taskName }]
          : [],
      );
    },
    async make(deleter, group, taskName) {
      const destination = to?.bucket ?? '';
      const destinationPrefix = to && prefixOf(to, group);
      const answer = await send(deleter, logs.createExportTask, {
        taskName,
        logGroupName: group.id,
        from: 0,
        to: deleter.io.clock.now(),
        destination,
        destinationPrefix,
      });
      const { taskId } = answer;
      const id = taskId && addressOf({ destination, ...(destinationPrefix && { destinationPrefix }), taskId });
      return { ...(id && { id }), requestId: requestIdOf(answer) };
    },
    async read(reader, address, group) {
      const taskId = address.split('/').at(-1) ?? '';
      const what = `reading the export to ${address}`;
      const tasks = await unlessGone(allOf(pages(reader, logs.describeExportTasks, what, { taskId })), []);
      const task = tasks.find((one) => one.taskId === taskId);
      if (task?.status?.code !== 'COMPLETED') return { task: task ?? {}, hasObjects: false, arrival: { at: 0 } };
      const arrival = await readLastArrival(reader, group);
      return { task, hasObjects: await hasObjects(reader, address, to?.owner), arrival };
    },
    proof({ task, ...found }, address, group) {
      const { taskId, logGroupName, status: { code = 'not known', message } = {} } = task;
      if (taskId === undefined) return failed(`AWS does not list the export to ${address} any more`);
      if (logGroupName !== group.id || !isLastExportOf(group, task) || addressOf(task) !== address)
        return failed(`the export to ${address} is of another log group`);
      if (to && !address.startsWith(`s3://${to.bucket}/${prefixOf(to, group)}/`))
        return failed(`it was exported to ${address}, and its entry says s3://${to.bucket}/${to.prefix}`);
      if (UNDER_WAY.has(code)) return { kind: 'pending', why: `the state of the export to ${address} is ${code}` };
      if (code !== 'COMPLETED')
        return failed(`the state of the export to ${address} is ${code}${message ? `: ${message}` : ''}`);
      return proven(task, found, address, group);
    },
  };
}

/** Is each of its events there? An event that arrives later is a use. */
function proven(
  { from, to }: ExportTask,
  { hasObjects: isThere, arrival: { at, unknown } }: Omit<Exported, 'task'>,
  address: string,
  { sizeBytes }: LogGroupResource,
): QuarantineStanding {
  if (from !== 0 || to === undefined || !Number.isFinite(to))
    return failed(`the export to ${address} is not of all events`);
  if (unknown !== undefined) return { kind: 'pending', why: unknown };
  if (at > to) return { kind: 'undone', why: `an event arrived at ${dateOf(at)}, after its export` };
  if (at > to - AVAILABLE_AFTER_MS)
    return failed(`AWS may have exported nothing of ${dateOf(at)}, less than 12 hours before its export`);
  if (!isThere && sizeBytes !== 0) return failed(`nothing lies at ${address}, and its log group has events`);
  return { kind: 'inEffect' };
}

function failed(why: string): QuarantineStanding {
  return { kind: 'failed', why };
}

function dateOf(at: number): string {
  return new Date(at).toISOString();
}

/** Who writes to it meanwhile uses it: its streams show that. */
export function quarantineLogGroups(
  scopes: CallScopes,
  { exportTo }: LogGroupParameters,
): Quarantining<LogGroupResource> {
  return backupFirst(exportingTo(exportTo), scopes);
}
