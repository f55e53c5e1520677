/** Tables of DynamoDB, and their backups. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html */
import type {
  BackupDescription,
  KinesisDataStreamDestination,
  TableDescription,
  TimeToLiveDescription,
} from '@aws-sdk/client-dynamodb';
import { type Kind, plainKind, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

/** What other calls than the description answer of a table. */
interface Beside {
  readonly tags: Tags;
  readonly policy?: string;
  readonly streamsOfKinesis?: readonly KinesisDataStreamDestination[];
  readonly timeToLive?: TimeToLiveDescription;
  readonly isPointInTime?: boolean;
}

export interface TableRow extends Beside {
  readonly table: TableDescription;
}

export type TableSeed = Seed<TableDescription> & Partial<Beside>;

export const tables: Kind<'table', TableSeed, TableRow, TableDescription> = {
  name: 'table',
  make({ tags = {}, policy, streamsOfKinesis, timeToLive, isPointInTime, ...given }, { ids, account, region, now }) {
    const TableName = given.TableName ?? ids.next('table');
    const table: TableDescription = {
      TableId: ids.uuid(),
      TableArn: `arn:${partitionOf(region)}:dynamodb:${region}:${account.id}:table/${TableName}`,
      TableStatus: 'ACTIVE',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      // Without a `BillingModeSummary`: it has never been on-demand.
      ProvisionedThroughput: { ReadCapacityUnits: 5, WriteCapacityUnits: 5 },
      DeletionProtectionEnabled: false,
      ItemCount: 0,
      TableSizeBytes: 0,
      ...(given as Partial<TableDescription>),
      TableName,
      CreationDateTime: asDate(given.CreationDateTime, now),
    };
    return {
      table,
      tags,
      ...(policy !== undefined && { policy }),
      ...(streamsOfKinesis && { streamsOfKinesis }),
      ...(timeToLive && { timeToLive }),
      ...(isPointInTime && { isPointInTime }),
    };
  },
  keyOf: ({ table }) => table.TableName,
  ...shownInside<TableRow, 'table'>('table'),
  reads: { api: 'DynamoDB', operation: 'DescribeTable', by: 'TableName' },
  deletes: { api: 'DynamoDB', operation: 'DeleteTable', by: 'TableName' },
};

export const tableBackups = plainKind<'tableBackup', Seed<BackupDescription>, BackupDescription>('tableBackup', {
  make: (given) => given as BackupDescription,
  keyOf: ({ BackupDetails }) => BackupDetails?.BackupArn,
});
