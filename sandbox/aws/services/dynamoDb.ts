/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/Welcome.html */
import * as module from '@aws-sdk/client-dynamodb';
import { AwsError } from '../collections/errors.ts';
import { type TableRow, type TableSeed, tableBackups, tables } from '../seeds/tableSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "Limit: Minimum value of 1. Maximum value of 100." */
const LIMITS = { min: 1, max: 100, otherwise: 100 } as const;
const ERRORS = { badToken: 'ValidationException', badSize: 'ValidationException' } as const;

const named = listingsOf({
  ...ERRORS,
  size: 'Limit',
  token: 'ExclusiveStartTableName',
  next: 'LastEvaluatedTableName',
  limits: LIMITS,
});
const saved = listingsOf({
  ...ERRORS,
  size: 'Limit',
  token: 'ExclusiveStartBackupArn',
  next: 'LastEvaluatedBackupArn',
  limits: LIMITS,
});
const exported = listingsOf({ ...ERRORS, size: 'MaxResults', token: 'NextToken', limits: { ...LIMITS, max: 25 } });
const imported = listingsOf({ ...ERRORS, size: 'PageSize', token: 'NextToken', limits: { ...LIMITS, max: 25 } });

export function dynamoDb(): Service {
  return service(
    module,
    module.DynamoDBClient,
  )({
    ListTables: named(
      collection<module.ListTablesInput, TableRow, string>(rowsOf('tables'), ({ table }) => table.TableName ?? ''),
      { answer: 'TableNames' },
    ),
    DescribeTable: ({ TableName }, call) => ({ Table: existing(TableName, call).table }),
    ListTagsOfResource: ({ ResourceArn }, call) => ({ Tags: tagList(byArn(ResourceArn, call)) }),
    TagResource({ ResourceArn, Tags = [] }, call) {
      const row = byArn(ResourceArn, call);
      const more = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      put(call, { ...row, tags: { ...row.tags, ...more } });
      return {};
    },
    UntagResource({ ResourceArn, TagKeys = [] }, call) {
      const row = byArn(ResourceArn, call);
      const left = Object.entries(row.tags).filter(([key]) => !TagKeys.includes(key));
      put(call, { ...row, tags: Object.fromEntries(left) });
      return {};
    },
    DescribeTimeToLive: ({ TableName }, call) => ({
      TimeToLiveDescription: existing(TableName, call).timeToLive ?? { TimeToLiveStatus: 'DISABLED' },
    }),
    DescribeContinuousBackups: ({ TableName }, call) => ({
      ContinuousBackupsDescription: {
        ContinuousBackupsStatus: 'ENABLED',
        PointInTimeRecoveryDescription: {
          PointInTimeRecoveryStatus: existing(TableName, call).isPointInTime ? 'ENABLED' : 'DISABLED',
        },
      },
    }),
    DescribeKinesisStreamingDestination: ({ TableName }, call) => ({
      TableName,
      KinesisDataStreamDestinations: [...(existing(TableName, call).streamsOfKinesis ?? [])],
    }),
    GetResourcePolicy({ ResourceArn }, call) {
      const { policy } = byArn(ResourceArn, call);
      if (policy === undefined)
        throw new AwsError('PolicyNotFoundException', `Resource-based policy not found for the provided ResourceArn`);
      return { Policy: policy, RevisionId: '1' };
    },
    ListExports: exported(answered('TableArn' as never), { answer: 'ExportSummaries' }),
    ListImports: imported(answered('TableArn' as never), { answer: 'ImportSummaryList' }),

    ListBackups: saved(
      collection<module.ListBackupsInput, module.BackupDescription, module.BackupSummary>(
        rowsOf('tableBackups'),
        ({ BackupDetails, SourceTableDetails: source }) => ({
          ...BackupDetails,
          TableName: source?.TableName,
          TableId: source?.TableId,
          TableArn: source?.TableArn,
        }),
      ),
      {
        answer: 'BackupSummaries',
        where:
          ({ TableName }) =>
          ({ SourceTableDetails }) =>
            TableName === undefined || SourceTableDetails?.TableName === TableName,
      },
    ),
    DescribeBackup({ BackupArn = '' }, { here }) {
      const BackupDescription = here.tableBackups.get(BackupArn);
      if (!BackupDescription) throw new AwsError('BackupNotFoundException', `Backup not found: ${BackupArn}`);
      return { BackupDescription };
    },
    /** Two of one name are two; done at once. */
    CreateBackup({ TableName, BackupName }, call) {
      const { table } = existing(TableName, call);
      if (table.TableStatus !== 'ACTIVE')
        throw new AwsError('TableInUseException', `Table is being ${table.TableStatus}: ${TableName}`);
      const BackupArn = `${table.TableArn}/backup/${call.ids.next('0165')}`;
      const BackupDetails: module.BackupDetails = {
        BackupArn,
        BackupName,
        BackupStatus: 'AVAILABLE',
        BackupType: 'USER',
        BackupCreationDateTime: call.now,
        BackupSizeBytes: table.TableSizeBytes,
      };
      const SourceTableDetails = {
        TableName,
        TableId: table.TableId,
        TableArn: table.TableArn,
        KeySchema: table.KeySchema,
        TableCreationDateTime: table.CreationDateTime,
        ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0 },
      };
      const backup = tableBackups.make({ BackupDetails, SourceTableDetails } as never, call);
      call.here.tableBackups.put(BackupArn, backup);
      return { BackupDetails: { ...BackupDetails, BackupStatus: 'CREATING' } };
    },

    /** "If the specified table does not exist, a ResourceNotFoundException; if it is already being deleted or made, ResourceInUseException." */
    DeleteTable({ TableName }, call) {
      const { table } = existing(TableName, call);
      if (table.DeletionProtectionEnabled)
        throw new AwsError(
          'ValidationException',
          `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.`,
        );
      if (table.TableStatus !== 'ACTIVE')
        throw new AwsError(
          'ResourceInUseException',
          `Attempt to change a resource which is still in use: ${TableName}`,
        );
      call.here.tables.remove(table.TableName ?? '');
      return { TableDescription: { ...table, TableStatus: 'DELETING' } };
    },
    /** Tags, streams, expiry and protection do not come back. */
    RestoreTableFromBackup({ TargetTableName: TableName = '', BackupArn = '' }, call) {
      const { BackupDetails, SourceTableDetails: source } = call.here.tableBackups.get(BackupArn) ?? {};
      if (!BackupDetails) throw new AwsError('BackupNotFoundException', `Backup not found: ${BackupArn}`);
      if (call.here.tables.get(TableName))
        throw new AwsError('TableAlreadyExistsException', `Table already exists: ${TableName}`);
      const RestoreSummary = {
        SourceBackupArn: BackupArn,
        SourceTableArn: source?.TableArn,
        RestoreDateTime: call.now,
        RestoreInProgress: false,
      };
      return { TableDescription: made({ TableName, RestoreSummary } as never, call).table };
    },
    CreateTable({ TableName = '', DeletionProtectionEnabled = false, Tags = [] }, call) {
      if (call.here.tables.get(TableName))
        throw new AwsError('ResourceInUseException', `Table already exists: ${TableName}`);
      const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      return { TableDescription: made({ TableName, DeletionProtectionEnabled, tags }, call).table };
    },
  });
}

function made(seed: TableSeed, call: Call): TableRow {
  const row = tables.make(seed, call);
  put(call, row);
  return row;
}

function put({ here }: Call, row: TableRow): void {
  here.tables.put(row.table.TableName ?? '', row);
}

/** Of `DescribeTable` the name may also be the ARN. */
function existing(name: string | undefined, { here }: Call): TableRow {
  const found = here.tables.get(name?.replace(/^arn:.*:table\//, '') ?? '');
  if (found) return found;
  throw new AwsError('ResourceNotFoundException', `Requested resource not found: Table: ${name} not found`);
}

function byArn(arn: string | undefined, call: Call): TableRow {
  return existing(arn, call);
}

function tagList({ tags }: TableRow): module.Tag[] {
  return Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
}
