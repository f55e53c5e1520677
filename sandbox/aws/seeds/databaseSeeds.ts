/** RDS's listings, also of Neptune and DocumentDB. */
import type { DBCluster, DBInstance, DBProxy, DBProxyEndpoint, OptionGroup } from '@aws-sdk/client-rds';
import { plainKind } from '../collections/kind.ts';

export const dbInstances = plainKind<'dbInstance', Partial<DBInstance>, DBInstance>('dbInstance', {
  make: (given, { ids }) => ({
    Engine: 'postgres',
    DBInstanceStatus: 'available',
    DbiResourceId: `db-${ids.uuid().replaceAll('-', '').slice(0, 26).toUpperCase()}`,
    ...given,
    DBInstanceIdentifier: given.DBInstanceIdentifier ?? ids.next('db'),
  }),
  keyOf: ({ DBInstanceIdentifier }) => DBInstanceIdentifier,
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
