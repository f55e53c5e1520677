/** RDS's listings, also of Neptune and DocumentDB. */
import type { DBCluster, DBInstance, DBProxy, DBProxyEndpoint, OptionGroup } from '@aws-sdk/client-rds';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

export interface DbInstanceSeed extends Omit<Seed<DBInstance>, 'TagList'> {
  readonly tags?: Tags;
}

export const dbInstances = plainKind<'dbInstance', DbInstanceSeed, DBInstance>('dbInstance', {
  noun: 'database instance',
  make: newDbInstance,
  keyOf: ({ DBInstanceIdentifier }) => DBInstanceIdentifier,
  reads: { api: 'RDS', operation: 'DescribeDBInstances', by: 'DBInstanceIdentifier' },
  deletes: { api: 'RDS', operation: 'DeleteDBInstance', by: 'DBInstanceIdentifier' },
});

export const dbClusters = plainKind<'dbCluster', Partial<DBCluster>, DBCluster>('dbCluster', {
  make: (given, { ids }) => ({
    Engine: 'aurora-postgresql',
    Status: 'available',
    DbClusterResourceId: `cluster-${ids.uuid().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
    ...given,
    DBClusterIdentifier: given.DBClusterIdentifier ?? ids.next('cluster'),
  }),
  keyOf: ({ DBClusterIdentifier }) => DBClusterIdentifier,
});

export const dbProxies = plainKind<'dbProxy', Partial<DBProxy>, DBProxy>('dbProxy', {
  make: (given, { ids }) => ({ Status: 'available', ...given, DBProxyName: given.DBProxyName ?? ids.next('prx') }),
  keyOf: ({ DBProxyName }) => DBProxyName,
});

export const dbProxyEndpoints = plainKind<'dbProxyEndpoint', Partial<DBProxyEndpoint>, DBProxyEndpoint>(
  'dbProxyEndpoint',
  {
    make: (given, { ids }) => ({
      Status: 'available',
      ...given,
      DBProxyEndpointName: given.DBProxyEndpointName ?? ids.next('endpoint'),
    }),
    keyOf: ({ DBProxyEndpointName }) => DBProxyEndpointName,
  },
);

export const optionGroups = plainKind<'optionGroup', Partial<OptionGroup>, OptionGroup>('optionGroup', {
  make: (given, { ids }) => ({
    EngineName: 'oracle-ee',
    ...given,
    OptionGroupName: given.OptionGroupName ?? ids.next('options'),
  }),
  keyOf: ({ OptionGroupName }) => OptionGroupName,
});

/** The members that AWS answers of each: https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBInstance.html */
function newDbInstance({ tags = {}, ...given }: DbInstanceSeed, making: Making): DBInstance {
  const { ids, account, region } = making;
  const name = given.DBInstanceIdentifier ?? ids.next('db');
  return {
    Engine: 'postgres',
    EngineVersion: '16.4',
    DBInstanceClass: 'db.t4g.medium',
    DBInstanceStatus: 'available',
    DbiResourceId: `db-${ids.uuid().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
    DBInstanceArn: `arn:${partitionOf(region)}:rds:${region}:${account.id}:db:${name}`,
    Endpoint: { Address: `${name}.c0ffee123456.${region}.rds.amazonaws.com`.toLowerCase(), Port: 5432 },
    AllocatedStorage: 20,
    StorageType: 'gp3',
    StorageEncrypted: true,
    MultiAZ: false,
    PubliclyAccessible: false,
    DeletionProtection: false,
    PendingModifiedValues: {},
    ReadReplicaDBInstanceIdentifiers: [],
    ...(given as Partial<DBInstance>),
    DBInstanceIdentifier: name,
    InstanceCreateTime: asDate(given.InstanceCreateTime, making.now),
    TagList: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}
