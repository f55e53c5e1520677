/** MemoryDB, Redshift and EventBridge Pipes: each gives security groups to the resources it starts. */
import type { Cluster as MemoryDbCluster } from '@aws-sdk/client-memorydb';
import type { DescribePipeResponse } from '@aws-sdk/client-pipes';
import type { EndpointAccess, Cluster as Warehouse, Snapshot as WarehouseSnapshot } from '@aws-sdk/client-redshift';
import { type Making, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

export const memoryDbClusters = plainKind<'memoryDbCluster', Partial<MemoryDbCluster>, MemoryDbCluster>(
  'memoryDbCluster',
  {
    make: (given, { ids }) => ({ Status: 'available', ...given, Name: given.Name ?? ids.next('memory') }),
    keyOf: ({ Name }) => Name,
  },
);

export interface WarehouseSeed extends Omit<Seed<Warehouse>, 'Tags'> {
  readonly tags?: Tags;
}

export const warehouses = plainKind<'warehouse', WarehouseSeed, Warehouse>('warehouse', {
  noun: 'Redshift cluster',
  make: newWarehouse,
  keyOf: ({ ClusterIdentifier }) => ClusterIdentifier,
  reads: { api: 'Redshift', operation: 'DescribeClusters', by: 'ClusterIdentifier' },
  deletes: { api: 'Redshift', operation: 'DeleteCluster', by: 'ClusterIdentifier' },
});

export const warehouseSnapshots = plainKind<'warehouseSnapshot', Seed<WarehouseSnapshot>, WarehouseSnapshot>(
  'warehouseSnapshot',
  { make: (given) => given as WarehouseSnapshot, keyOf: ({ SnapshotIdentifier }) => SnapshotIdentifier },
);

/** The members that AWS answers of each: https://docs.aws.amazon.com/redshift/latest/APIReference/API_Cluster.html */
function newWarehouse({ tags = {}, ...given }: WarehouseSeed, { ids, account, region, now }: Making): Warehouse {
  const name = given.ClusterIdentifier ?? ids.next('warehouse');
  return {
    ClusterStatus: 'available',
    ClusterAvailabilityStatus: 'Available',
    NodeType: 'ra3.large',
    NumberOfNodes: 2,
    ClusterNamespaceArn: `arn:${partitionOf(region)}:redshift:${region}:${account.id}:namespace:${ids.uuid()}`,
    Endpoint: { Address: `${name}.c0ffee123456.${region}.redshift.amazonaws.com`, Port: 5439 },
    AutomatedSnapshotRetentionPeriod: 1,
    ManualSnapshotRetentionPeriod: -1,
    Encrypted: true,
    MultiAZ: 'Disabled',
    PubliclyAccessible: false,
    PendingModifiedValues: {},
    ...(given as Partial<Warehouse>),
    ClusterIdentifier: name,
    ClusterCreateTime: asDate(given.ClusterCreateTime, now),
    Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  };
}

export const warehouseEndpoints = plainKind<'warehouseEndpoint', Partial<EndpointAccess>, EndpointAccess>(
  'warehouseEndpoint',
  {
    make: (given, { ids }) => ({ ...given, EndpointName: given.EndpointName ?? ids.next('endpoint') }),
    keyOf: ({ EndpointName }) => EndpointName,
  },
);

export const pipes = plainKind<'pipe', Partial<DescribePipeResponse>, DescribePipeResponse>('pipe', {
  make: (given, { ids }) => ({ CurrentState: 'RUNNING', ...given, Name: given.Name ?? ids.next('pipe') }),
  keyOf: ({ Name }) => Name,
});
