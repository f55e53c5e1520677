/** Databases, caches, warehouses and search: what they start again with. */
import { elastiCache } from '../../calls/elastiCache.ts';
import { memoryDb } from '../../calls/memoryDb.ts';
import { openSearch } from '../../calls/openSearch.ts';
import { rds } from '../../calls/rds.ts';
import { redshift } from '../../calls/redshift.ts';
import { redshiftServerless } from '../../calls/redshiftServerless.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * A stopped instance starts again with its groups. "This operation can also return information for Amazon Neptune DB
 * instances and Amazon DocumentDB instances", and the same of clusters:
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html
 */
export const databases = listingSource({
  name: 'databases',
  users: 'Instances of RDS, Neptune and DocumentDB in every state',
  called: 'database instances',
  names: ['dbCluster', 'dbInstance', 'securityGroup'],
  reads: lists(rds.describeDBInstances, {
    user: ({ DBInstanceIdentifier: id, DBInstanceStatus: status }) =>
      `database instance ${id ?? 'without id'} (${status ?? 'status not known'})`,
  }),
});

/** A cluster without instances gives its groups to the next one. */
export const databaseClusters = listingSource({
  name: 'databaseClusters',
  users: 'Clusters of RDS, Neptune and DocumentDB in every state',
  called: 'database clusters',
  names: ['dbCluster', 'dbInstance', 'securityGroup'],
  reads: lists(rds.describeDBClusters, {
    user: ({ DBClusterIdentifier: id, Status: status }) =>
      `database cluster ${id ?? 'without id'} (${status ?? 'status not known'})`,
  }),
});

/** A proxy keeps connections to its targets, also without a client. */
export const databaseProxies = listingSource({
  name: 'databaseProxies',
  users: 'RDS proxies in every state, with their targets',
  called: 'database proxies',
  names: ['dbCluster', 'dbInstance', 'securityGroup'],
  reads: lists(rds.describeDBProxies, {
    user: ({ DBProxyName: name }) => `database proxy ${name ?? 'without name'}`,
    each: [
      lists(rds.describeDBProxyTargets, {
        by: { DBProxyName: 'DBProxyName' },
        user: ({ DBProxyName: name }) => `database proxy ${name ?? 'without name'}`,
      }),
    ],
  }),
});

export const databaseProxyEndpoints = listingSource({
  name: 'databaseProxyEndpoints',
  users: 'Endpoints of RDS proxies in every state',
  called: 'endpoints of database proxies',
  names: ['securityGroup'],
  reads: lists(rds.describeDBProxyEndpoints, {
    user: ({ DBProxyEndpointName: name }) => `database proxy endpoint ${name ?? 'without name'}`,
  }),
});

/** One that was switched over stays listed, until a person deletes it. */
export const databaseDeployments = listingSource({
  name: 'databaseDeployments',
  users: 'Blue/green deployments of RDS in every state',
  called: 'blue/green deployments',
  names: ['dbCluster', 'dbInstance'],
  reads: lists(rds.describeBlueGreenDeployments, {
    user: ({ BlueGreenDeploymentName: name, Status: status }) =>
      `blue/green deployment ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

export const databaseIntegrations = listingSource({
  name: 'databaseIntegrations',
  users: 'Zero-ETL integrations of RDS in every state, by their sources',
  called: 'zero-ETL integrations',
  names: ['dbCluster', 'dbInstance'],
  reads: lists(rds.describeIntegrations, {
    user: ({ IntegrationName: name, Status: status }) =>
      `zero-ETL integration ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

/** An option gives its groups to every instance that gets the option group. */
export const optionGroups = listingSource({
  name: 'optionGroups',
  users: 'Option groups of RDS, with their options',
  called: 'option groups',
  names: ['securityGroup'],
  reads: lists(rds.describeOptionGroups, {
    user: ({ OptionGroupName: name }) => `option group ${name ?? 'without name'}`,
  }),
});

/** The listing has the clusters of replication groups too: without `ShowCacheClustersNotInReplicationGroups`. */
export const caches = listingSource({
  name: 'caches',
  users: 'Cache clusters of ElastiCache, those of replication groups included, in every state',
  called: 'cache clusters',
  names: ['logGroup', 'securityGroup'],
  reads: lists(elastiCache.describeCacheClusters, {
    user: ({ CacheClusterId: id, CacheClusterStatus: status }) =>
      `cache cluster ${id ?? 'without id'} (${status ?? 'status not known'})`,
  }),
});

export const serverlessCaches = listingSource({
  name: 'serverlessCaches',
  users: 'Serverless caches of ElastiCache in every state',
  called: 'serverless caches',
  names: ['securityGroup'],
  reads: lists(elastiCache.describeServerlessCaches, {
    user: ({ ServerlessCacheName: name, Status: status }) =>
      `serverless cache ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

export const memoryDbClusters = listingSource({
  name: 'memoryDbClusters',
  users: 'Clusters of MemoryDB in every state',
  called: 'MemoryDB clusters',
  names: ['securityGroup'],
  reads: lists(memoryDb.describeClusters, {
    user: ({ Name: name, Status: status }) =>
      `MemoryDB cluster ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

/** A paused cluster starts again with its groups. */
export const warehouses = listingSource({
  name: 'warehouses',
  users: 'Clusters of Redshift in every state',
  called: 'Redshift clusters',
  names: ['elasticIp', 'securityGroup', 'vpcEndpoint'],
  reads: lists(redshift.describeClusters, {
    user: ({ ClusterIdentifier: id, ClusterStatus: status }) =>
      `Redshift cluster ${id ?? 'without id'} (${status ?? 'status not known'})`,
  }),
});

export const warehouseEndpoints = listingSource({
  name: 'warehouseEndpoints',
  users: 'Managed VPC endpoints of Redshift',
  called: 'Redshift endpoints',
  names: ['securityGroup', 'vpcEndpoint', 'warehouse'],
  reads: lists(redshift.describeEndpointAccess, {
    user: ({ EndpointName: name }) => `Redshift endpoint ${name ?? 'without name'}`,
  }),
});

export const serverlessWarehouses = listingSource({
  name: 'serverlessWarehouses',
  users: 'Workgroups of Redshift Serverless in every state',
  called: 'Redshift Serverless workgroups',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(redshiftServerless.listWorkgroups, {
    user: ({ workgroupName: name, status }) =>
      `Redshift workgroup ${name ?? 'without name'} (${status ?? 'status not known'})`,
  }),
});

export const serverlessWarehouseEndpoints = listingSource({
  name: 'serverlessWarehouseEndpoints',
  users: 'Managed VPC endpoints of Redshift Serverless',
  called: 'Redshift Serverless endpoints',
  names: ['securityGroup', 'vpcEndpoint'],
  reads: lists(redshiftServerless.listEndpointAccess, {
    user: ({ endpointName: name }) => `endpoint ${name ?? 'without name'} of Redshift Serverless`,
  }),
});

export const searchDomains = listingSource({
  name: 'searchDomains',
  users: 'Domains of OpenSearch Service, those of Elasticsearch included, in every state',
  called: 'OpenSearch domains',
  names: ['logGroup', 'securityGroup'],
  reads: lists(openSearch.listDomainNames, {
    each: [
      describes(openSearch.describeDomain, {
        by: { DomainName: 'DomainName' },
        has: 'DomainStatus',
        user: ({ DomainName }) => `OpenSearch domain ${DomainName}`,
      }),
    ],
  }),
});
