/** RDS's listings, also of Neptune and DocumentDB. */
import type { DBCluster, DBInstance, DBProxy, DBProxyEndpoint, OptionGroup } from '@aws-sdk/client-rds';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';

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

/** A cluster, and how many members are made with it: none unless the seed says so. */
export interface DbClusterSeed extends Omit<Seed<DBCluster>, 'TagList'> {
  readonly tags?: Tags;
  readonly members?: number;
  /** Of each of them. */
  readonly member?: DbInstanceSeed;
}

/** Its instances are those of the listing of instances. */
interface Databases {
  readonly dbInstances: Table<DBInstance>;
}

export const dbClusters = plainKind<'dbCluster', DbClusterSeed, DBCluster, Databases>('dbCluster', {
  noun: 'database cluster',
  make: newDbCluster,
  beside(here, { DBClusterIdentifier, Engine = '', ClusterCreateTime, DBClusterMembers = [] }, seed, making) {
    for (const { DBInstanceIdentifier } of DBClusterMembers) {
      if (!DBInstanceIdentifier) continue;
      const own = { DBInstanceIdentifier, DBClusterIdentifier, Engine, DBInstanceClass: 'db.r6g.large' };
      const given = { ...own, StorageType: 'aurora', AllocatedStorage: 1, InstanceCreateTime: ClusterCreateTime };
      here.dbInstances.put(DBInstanceIdentifier, newDbInstance({ ...given, ...seed.member } as DbInstanceSeed, making));
    }
  },
  keyOf: ({ DBClusterIdentifier }) => DBClusterIdentifier,
  reads: { api: 'RDS', operation: 'DescribeDBClusters', by: 'DBClusterIdentifier' },
  deletes: { api: 'RDS', operation: 'DeleteDBCluster', by: 'DBClusterIdentifier' },
});

/** The first member writes. https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DBCluster.html */
function newDbCluster(
  { tags = {}, members = 0, member: _each, ...given }: DbClusterSeed,
  { ids, account, region, now }: Making,
): DBCluster {
  const name = given.DBClusterIdentifier ?? ids.next('cluster');
  const host = (kind: string) =>
    `${name}.${kind}-c0ffee123456.${region}.${domainOf(given.Engine)}.amazonaws.com`.toLowerCase();
  return {
    Engine: 'aurora-postgresql',
    EngineMode: 'provisioned',
    EngineVersion: '16.4',
    Status: 'available',
    DbClusterResourceId: `cluster-${ids.uuid().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
    DBClusterArn: `arn:${partitionOf(region)}:rds:${region}:${account.id}:cluster:${name}`,
    Endpoint: host('cluster'),
    ReaderEndpoint: host('cluster-ro'),
    Port: 5432,
    StorageEncrypted: true,
    DeletionProtection: false,
    HttpEndpointEnabled: false,
    CrossAccountClone: false,
    ReadReplicaIdentifiers: [],
    AssociatedRoles: [],
    DomainMemberships: [],
    DBClusterMembers: Array.from({ length: members }, (_, index) => ({
      DBInstanceIdentifier: `${name}-${index + 1}`,
      IsClusterWriter: index === 0,
      PromotionTier: 1,
    })),
    ...(given as Partial<DBCluster>),
    DBClusterIdentifier: name,
    ClusterCreateTime: asDate(given.ClusterCreateTime, now),
    TagList: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

/** `mycluster.cluster-abc.us-east-1.docdb.amazonaws.com`, …`neptune`…; of all else `rds`. */
function domainOf(engine = ''): string {
  return engine === 'docdb' || engine === 'neptune' ? engine : 'rds';
}

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
    Endpoint: {
      Address: `${name}.c0ffee123456.${region}.${domainOf(given.Engine)}.amazonaws.com`.toLowerCase(),
      Port: 5432,
    },
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
