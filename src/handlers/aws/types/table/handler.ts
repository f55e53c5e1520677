import { DAY_MS } from '../../../../core/common/duration.ts';
import { permissionsOf } from '../../calls/call.ts';
import { dynamoDb } from '../../calls/dynamoDb.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { tableTraffic } from '../../evidence/tables/traffic.ts';
import { tableUses } from '../../evidence/tables/uses.ts';
import { managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { type DescribedTable, indexesOf, scalableIds, toTable } from '../../resources/table.ts';
import { tableTags } from '../../session/tableTags.ts';
import { send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { readScaling, SCALING_READS } from '../capacityScaling.ts';
import { resourceType } from '../resourceType.ts';
import { quarantineTables } from './quarantine.ts';
import { restoreTable } from './restore.ts';
import { tableSafeguards } from './safeguards.ts';

export const table = resourceType({
  resourceType: 'table',
  called: { en: 'DynamoDB table', de: 'DynamoDB-Tabelle' },
  alsoCalled: ['dynamodb', 'dynamodb table'],
  summary:
    'Tables of DynamoDB. Idle: no consumed capacity, of the table and of each of its global indexes, in `unusedFor`, 32 days by default, and no stream. Only of tables with reserved capacity this is known. A backup is made some days before the deletion.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    tableStatus: 'text',
    billingMode: 'text',
    tableClass: 'text',
    itemCount: 'number',
    deletionProtection: 'boolean',
    streamEnabled: 'boolean',
    indexes: 'texts',
    replicas: 'texts',
    boundTo: 'texts',
  },
  noun: 'table',
  arns: ['dynamodb:*:*:table/*'],
  parameters: managedParameters,
  evidence: [tableTraffic, tableUses, ...mentionedBy('table')],
  unlistedUsers:
    'programs that use it once a year, state locks of Terraform, consumers of Kinesis that remember in it how far they read, and readers that a cache of DAX answers',
  safeguards: tableSafeguards,
  quarantine: {
    summary:
      'Holystone makes a backup of the table, which stays as it is. A use of it, or the deletion of that backup, keeps the table. The backup stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(dynamoDb.createBackup),
    reads: permissionsOf(dynamoDb.listBackups, dynamoDb.describeBackup),
  },
  // Longer than a month: a job at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // On-demand tables cost by their storage and by what is asked of them, which the price list of this program does not have.
  monthlyCost: () => undefined,
  tagging: tableTags,
  mostIds: 1,
  reads: dynamoDb.listTables,
  describesEach: {
    calls: [dynamoDb.describeTable, dynamoDb.listTagsOfResource],
    nameOf: (name) => name,
    read: described,
  },
  idOf: ({ table: one }) => one.TableName,
  toResource: toTable,
  describeCalls: [dynamoDb.describeTimeToLive, dynamoDb.describeContinuousBackups, ...SCALING_READS],
  describe: whole,
  deletes: dynamoDb.deleteTable,
  deleteInput: (TableName) => ({ TableName }),
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  userOf: blockedBy,
  ends: 'accepted',
  quarantining: quarantineTables,
  restore: { calls: [dynamoDb.listBackups, dynamoDb.restoreTableFromBackup], plan: restoreTable },
});

/** @throws the SDK's own errors, ReadError */
async function described(target: CallScope, TableName: string): Promise<DescribedTable> {
  const { api } = dynamoDb.describeTable;
  const { Table } = await send(target, dynamoDb.describeTable, { TableName });
  const one = requirePart(Table, 'table', { target, api, what: `reading table ${TableName}` });
  const ResourceArn = requirePart(one.TableArn, 'ARN', { target, api, what: `reading table ${TableName}` });
  const what = `reading the tags of ${TableName}`;
  const listed = allOf(pages(target, dynamoDb.listTagsOfResource, what, { ResourceArn }));
  // It may vanish in between.
  const tags = await listed.catch((error: unknown) => {
    throw saysNotFound(error) ? (error as Error).cause : error;
  });
  return { table: one, tags };
}

/** @throws ReadError */
async function whole(target: CallScope, one: DescribedTable): Promise<DescribedTable> {
  const { TableName } = one.table;
  const about = `of ${TableName}`;
  const expiry = await read(target, dynamoDb.describeTimeToLive, `reading the expiry ${about}`, { TableName });
  const backups = dynamoDb.describeContinuousBackups;
  const { ContinuousBackupsDescription: kept } = await read(target, backups, `reading the backups ${about}`, {
    TableName,
  });
  const status = kept?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
  return {
    ...one,
    ...(expiry.TimeToLiveDescription && { timeToLive: expiry.TimeToLiveDescription }),
    isPointInTime: status === 'ENABLED',
    scaling: await readScaling(target, 'dynamodb', scalableIds({ id: TableName ?? '', indexes: indexesOf(one.table) })),
  };
}

/** Facts that AWS does not refuse: read directly before the request. */
function blockedBy(one: DescribedTable): string | undefined {
  const resource = toTable(one);
  return resource && reasonToTheEnd(tableSafeguards, resource);
}
