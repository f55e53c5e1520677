import type { RestoreTableFromBackupInput } from '@aws-sdk/client-dynamodb';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import type { DescribedTable, TableResource } from '../../resources/table.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import type { CallScope } from '../../wire/target.ts';
import { scalingSteps } from '../capacityScaling.ts';
import { readLastBackups } from './backups.ts';

/** Restores one from its last backup under the same name, and so under the same ARN, but with another id. */
export async function restoreTable(
  { restorer, stored }: Wanted,
  now: Read<TableResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind !== 'gone' && now?.kind !== 'found')
    return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  const [backup] = await readLastBackups(restorer, { id, identity });
  if (now.kind === 'found') {
    const from = now.resource.described?.table.RestoreSummary?.SourceBackupArn;
    if (now.resource.tableStatus === 'DELETING') return refused(`${id} is still being deleted: try it again later`);
    if (now.resource.identity === identity || (from !== undefined && from === backup?.BackupArn)) return isThere(id);
    return refused(`another table is called ${id} by now (${now.resource.identity})`);
  }
  if (!backup?.BackupArn) return refused(`no last backup of ${id} (${identity}) is there`);
  if (backup.BackupStatus !== 'AVAILABLE')
    return refused(`${backup.BackupArn}, its last backup, is ${backup.BackupStatus ?? 'in a state that is not known'}`);
  // Its indexes, capacity and key are in the backup: API_RestoreTableFromBackup.
  const input: RestoreTableFromBackupInput = { TargetTableName: id, BackupArn: backup.BackupArn };
  const afterwards = leftOver(restorer, stored.definition as DescribedTable);
  return {
    kind: 'ready',
    steps: [
      {
        says: `restores the table ${id} from ${backup.BackupArn}, its last backup, under its name`,
        command: awsJsonCommand(restorer, 'dynamodb restore-table-from-backup', input),
      },
    ],
    afterwards,
    async run() {
      const call = dynamoDb.restoreTableFromBackup;
      const done = await restoreBy(restorer, call.api, `restoring table ${id}`, async () =>
        requestIdOf(await send(restorer, call, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards };
    },
  };
}

/**
 * "You must manually set up the following on the restored table: auto scaling policies, IAM policies, … tags, stream settings,
 * Time to Live": https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CreateBackup.html
 */
function leftOver(target: CallScope, old: DescribedTable): readonly RestoreStep[] {
  const { TableName, TableArn: ResourceArn } = old.table;
  const { [QUARANTINE_TAG]: _over, ...tags } = toTags([...old.tags]);
  const own = Object.fromEntries(Object.entries(tags).filter(([key]) => !key.startsWith('aws:')));
  const steps: (readonly [says: string, command: string, input: object])[] = [];
  if (Object.keys(own).length > 0) steps.push(['sets its tags', 'tag-resource', { ResourceArn, Tags: fromTags(own) }]);
  const { AttributeName, TimeToLiveStatus } = old.timeToLive ?? {};
  if (AttributeName && TimeToLiveStatus === 'ENABLED') {
    const TimeToLiveSpecification = { Enabled: true, AttributeName };
    steps.push(['lets its items expire', 'update-time-to-live', { TableName, TimeToLiveSpecification }]);
  }
  if (old.isPointInTime) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    const input = { TableName, PointInTimeRecoverySpecification };
    steps.push(['lets it be restored to a point in time', 'update-continuous-backups', input]);
  }
  const first = steps.map(([says, command, input]) => ({
    says: `${says}, once it is active`,
    command: awsJsonCommand(target, `dynamodb ${command}`, input),
  }));
  return [...first, ...scalingSteps(target, old.scaling, 'once it is active')];
}
