/** MemoryDB, Redshift and EventBridge Pipes: each gives security groups to the resources it starts. */
import type { Cluster as MemoryDbCluster } from '@aws-sdk/client-memorydb';
import type { DescribePipeResponse } from '@aws-sdk/client-pipes';
import type { EndpointAccess, Cluster as Warehouse } from '@aws-sdk/client-redshift';
import { plainKind } from '../collections/kind.ts';

export const memoryDbClusters = plainKind<'memoryDbCluster', Partial<MemoryDbCluster>, MemoryDbCluster>(
  'memoryDbCluster',
  {
    make: (given, { ids }) => ({ Status: 'available', ...given, Name: given.Name ?? ids.next('memory') }),
    keyOf: ({ Name }) => Name,
  },
);

export const warehouses = plainKind<'warehouse', Partial<Warehouse>, Warehouse>('warehouse', {
  make: (given, { ids }) => ({
    ClusterStatus: 'available',
    ...given,
    ClusterIdentifier: given.ClusterIdentifier ?? ids.next('warehouse'),
  }),
  keyOf: ({ ClusterIdentifier }) => ClusterIdentifier,
});

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
