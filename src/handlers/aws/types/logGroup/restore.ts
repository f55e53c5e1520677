import type { CreateLogGroupRequest, ExportTask } from '@aws-sdk/client-cloudwatch-logs';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { cloudWatchLogs as logs } from '../../calls/cloudWatchLogs.ts';
import { addressOf, shortOf } from '../../resources/logExport.ts';
import type { DescribedLogGroup, LogGroupResource } from '../../resources/logGroup.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { readLastExports } from './exports.ts';

/** Why `acceptFinal` is asked for: an export is a copy elsewhere, and no call puts an event of the past into a group. */
export const FINAL = 'AWS keeps no event of a deleted log group';

/** Makes one of an exported group again, empty, and says where its events lie. */
export async function restoreLogGroup(
  { restorer, stored }: Wanted,
  now: Read<LogGroupResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  if (now.kind === 'found' && now.resource.identity === identity) return isThere(id);
  const lasting = (await readLastExports(restorer, stored)).find(({ status }) => status?.code === 'COMPLETED');
  if (!lasting) return refused(`${id} is gone for good: ${FINAL}, and AWS lists no export of it`);
  const old = stored.definition as DescribedLogGroup;
  const input = restoring(old, id, shortOf(stored));
  const retention = old.group.retentionInDays;
  const keeping = retention === undefined ? undefined : { logGroupName: id, retentionInDays: retention };
  const afterwards = [eventsOf(lasting)];
  if (now.kind === 'found') {
    const { tags, retentionInDays } = now.resource;
    if (tags[RESTORED_TAG] !== shortOf(stored))
      return refused(`another log group is called ${id} by now (${now.resource.identity})`, afterwards);
    const left = keeping && retentionInDays === undefined ? [keepingStep(restorer, keeping)] : [];
    return { kind: 'restored', id, afterwards: [...left, ...afterwards] };
  }
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes the log group ${id} again, without its events`,
        command: awsJsonCommand(restorer, 'logs create-log-group', input),
      },
      ...(keeping ? [keepingStep(restorer, keeping)] : []),
    ],
    afterwards,
    async run() {
      const done = await restoreBy(restorer, logs.createLogGroup.api, `making the log group ${id} again`, async () => {
        const answer = await send(restorer, logs.createLogGroup, input);
        if (keeping) await send(restorer, logs.putRetentionPolicy, keeping);
        return requestIdOf(answer);
      });
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

function keepingStep(target: CallScope, input: object): RestoreStep {
  return {
    says: 'sets for how many days it keeps its events',
    command: awsJsonCommand(target, 'logs put-retention-policy', input),
  };
}

/** For people: nothing reads them back into a group. */
function eventsOf(task: ExportTask): RestoreStep {
  const address = addressOf(task);
  return {
    says: `copies its events, compressed texts for each stream, from ${address}; nothing brings them back into a log group`,
    command: `aws s3 cp --recursive '${address}/' .`,
  };
}

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html */
function restoring({ group, tags }: DescribedLogGroup, logGroupName: string, from: string): CreateLogGroupRequest {
  const { [QUARANTINE_TAG]: _over, ...all } = tags;
  const own = Object.entries(all).filter(([key]) => !key.startsWith('aws:'));
  return {
    logGroupName,
    tags: { ...Object.fromEntries(own), [RESTORED_TAG]: from },
    ...defined({ kmsKeyId: group.kmsKeyId, logGroupClass: group.logGroupClass }),
  };
}
