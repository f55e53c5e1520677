/** Snapshots of RDS, Aurora, Neptune and DocumentDB. */
import type { DBClusterSnapshot, DBSnapshot } from '@aws-sdk/client-rds';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

interface Shared {
  readonly tags?: Tags;
  /** Account ids, or `all`. */
  readonly sharedWith?: readonly string[];
}

export type DbSnapshotSeed = Seed<DBSnapshot> & Shared;
export type DbClusterSnapshotSeed = Seed<DBClusterSnapshot> & Shared;
/** Whom it is shared with is no part of the listing. */
export type DbSnapshotRow = DBSnapshot & Shared;
export type DbClusterSnapshotRow = DBClusterSnapshot & Shared;

export const dbSnapshots = plainKind<'dbSnapshot', DbSnapshotSeed, DbSnapshotRow>('dbSnapshot', {
  noun: 'database snapshot',
  make: newDbSnapshot,
  keyOf: ({ DBSnapshotIdentifier }) => DBSnapshotIdentifier,
  reads: { api: 'RDS', operation: 'DescribeDBSnapshots', by: 'DBSnapshotIdentifier' },
  deletes: { api: 'RDS', operation: 'DeleteDBSnapshot', by: 'DBSnapshotIdentifier' },
});

export const dbClusterSnapshots = plainKind<'dbClusterSnapshot', DbClusterSnapshotSeed, DbClusterSnapshotRow>(
  'dbClusterSnapshot',
  {
    noun: 'database cluster snapshot',
    make: newDbClusterSnapshot,
    keyOf: ({ DBClusterSnapshotIdentifier }) => DBClusterSnapshotIdentifier,
    reads: { api: 'RDS', operation: 'DescribeDBClusterSnapshots', by: 'DBClusterSnapshotIdentifier' },
    deletes: { api: 'RDS', operation: 'DeleteDBClusterSnapshot', by: 'DBClusterSnapshotIdentifier' },
  },
);

const arnOf = ({ account, region }: Making, kind: string, name: string) =>
  `arn:${partitionOf(region)}:rds:${region}:${account.id}:${kind}:${name}`;

function newDbSnapshot({ tags = {}, ...given }: DbSnapshotSeed, making: Making): DbSnapshotRow {
  const name = given.DBSnapshotIdentifier ?? `snapshot-${making.ids.uuid().slice(0, 8)}`;
  return {
    DBInstanceIdentifier: `of-${name}`,
    DbiResourceId: `db-${name.toUpperCase()}`,
    Engine: 'postgres',
    SnapshotType: 'manual',
    Status: 'available',
    AllocatedStorage: 20,
    Encrypted: true,
    DBSnapshotArn: arnOf(making, 'snapshot', name),
    ...(given as Partial<DbSnapshotRow>),
    DBSnapshotIdentifier: name,
    SnapshotCreateTime: asDate(given.SnapshotCreateTime, making.now),
    OriginalSnapshotCreateTime: asDate(given.OriginalSnapshotCreateTime ?? given.SnapshotCreateTime, making.now),
    TagList: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

function newDbClusterSnapshot({ tags = {}, ...given }: DbClusterSnapshotSeed, making: Making): DbClusterSnapshotRow {
  const name = given.DBClusterSnapshotIdentifier ?? `snapshot-${making.ids.uuid().slice(0, 8)}`;
  return {
    DBClusterIdentifier: `of-${name}`,
    DbClusterResourceId: `cluster-${name.toUpperCase()}`,
    Engine: 'aurora-postgresql',
    SnapshotType: 'manual',
    Status: 'available',
    AllocatedStorage: 20,
    StorageEncrypted: true,
    DBClusterSnapshotArn: arnOf(making, 'cluster-snapshot', name),
    ...(given as Partial<DbClusterSnapshotRow>),
    DBClusterSnapshotIdentifier: name,
    SnapshotCreateTime: asDate(given.SnapshotCreateTime, making.now),
    TagList: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}
