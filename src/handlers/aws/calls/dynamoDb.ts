import { table } from './call.ts';
import { cautious } from './rates.ts';

/** "Up to 10 requests a second" for calls about tables, shared by the account: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-api */
const RATE = cautious('dynamodb');
const GONE = { notFound: ['ResourceNotFoundException', 'TableNotFoundException'] } as const;

/** Every call to DynamoDB. No call reads or writes an item. */
export const dynamoDb = table(
  {
    service: 'dynamoDb',
    load: async () => (await import('@aws-sdk/client-dynamodb')).DynamoDB,
    prefix: 'dynamodb',
    reads: RATE,
    writes: RATE,
  },
  {
    /** It has no token, and two backups may have one name. */
    createBackup: { effect: 'quarantines', errors: { ...GONE, later: ['LimitExceededException'] } },
    deleteTable: { effect: 'deletes', errors: { ...GONE, inUse: ['ResourceInUseException'] } },
    describeBackup: { effect: 'reads', errors: { notFound: ['BackupNotFoundException'] } },
    describeContinuousBackups: { effect: 'reads', errors: GONE },
    describeKinesisStreamingDestination: { effect: 'reads', list: 'KinesisDataStreamDestinations', errors: GONE },
    describeTable: { effect: 'reads', errors: GONE },
    describeTimeToLive: { effect: 'reads', errors: GONE },
    getResourcePolicy: { effect: 'reads', errors: { notFound: ['PolicyNotFoundException'] } },
    listBackups: {
      effect: 'reads',
      list: 'BackupSummaries',
      token: { sent: 'ExclusiveStartBackupArn', answered: 'LastEvaluatedBackupArn' },
      page: { Limit: 100, BackupType: 'USER' },
    },
    listExports: { effect: 'reads', list: 'ExportSummaries', token: 'NextToken', page: { MaxResults: 25 } },
    listImports: { effect: 'reads', list: 'ImportSummaryList', token: 'NextToken', page: { PageSize: 25 } },
    /** Names alone. */
    listTables: {
      effect: 'reads',
      list: 'TableNames',
      token: { sent: 'ExclusiveStartTableName', answered: 'LastEvaluatedTableName' },
      page: { Limit: 100 },
    },
    listTagsOfResource: { effect: 'reads', list: 'Tags', token: 'NextToken', errors: GONE },
    restoreTableFromBackup: {
      effect: 'restores',
      errors: { notFound: ['BackupNotFoundException'], taken: ['TableAlreadyExistsException', 'TableInUseException'] },
    },
    tagResource: { effect: 'protects' },
    untagResource: { effect: 'protects' },
  },
);
