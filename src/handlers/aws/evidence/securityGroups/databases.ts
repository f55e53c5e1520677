/**
 * RDS as a user of security groups. "This operation can also return information for Amazon Neptune DB instances and
 * Amazon DocumentDB instances", and the same of clusters:
 * https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_DescribeDBInstances.html
 */
import type { VpcSecurityGroupMembership } from '@aws-sdk/client-rds';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { rds } from '../../calls/rds.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/** A stopped instance starts again with these groups. */
export const databases = plainSource({
  name: 'databases',
  summary: 'Instances of RDS, Neptune and DocumentDB in every state, in every account, by their VPC security groups.',
  places: everyAccount,
  reads: rds.describeDBInstances,
  what: 'reading the security groups of database instances',
  find: ({ DBInstanceIdentifier: id, DBInstanceStatus: status, VpcSecurityGroups }) =>
    membersOf(VpcSecurityGroups, `database instance ${id ?? 'without id'} (${status ?? 'status not known'})`),
});

/** A cluster without instances gives its groups to the next one. */
export const databaseClusters = plainSource({
  name: 'databaseClusters',
  summary: 'Clusters of RDS, Neptune and DocumentDB in every state, in every account, by their VPC security groups.',
  places: everyAccount,
  reads: rds.describeDBClusters,
  what: 'reading the security groups of database clusters',
  find: ({ DBClusterIdentifier: id, Status: status, VpcSecurityGroups }) =>
    membersOf(VpcSecurityGroups, `database cluster ${id ?? 'without id'} (${status ?? 'status not known'})`),
});

export const databaseProxies = plainSource({
  name: 'databaseProxies',
  summary: 'RDS proxies in every state, in every account, by their VPC security groups.',
  places: everyAccount,
  reads: rds.describeDBProxies,
  what: 'reading the security groups of database proxies',
  find: ({ DBProxyName: name, VpcSecurityGroupIds }) =>
    groupsNamed(VpcSecurityGroupIds, `database proxy ${name ?? 'without name'}`),
});

export const databaseProxyEndpoints = plainSource({
  name: 'databaseProxyEndpoints',
  summary: 'Endpoints of RDS proxies in every state, in every account, by their VPC security groups.',
  places: everyAccount,
  reads: rds.describeDBProxyEndpoints,
  what: 'reading the security groups of endpoints of database proxies',
  find: ({ DBProxyEndpointName: name, VpcSecurityGroupIds }) =>
    groupsNamed(VpcSecurityGroupIds, `database proxy endpoint ${name ?? 'without name'}`),
});

/** An option gives its groups to every instance that gets the option group. */
export const optionGroups = plainSource({
  name: 'optionGroups',
  summary: 'Option groups of RDS, in every account, by the VPC security groups of their options.',
  places: everyAccount,
  reads: rds.describeOptionGroups,
  what: 'reading the security groups of option groups',
  find: ({ OptionGroupName: name, Options = [] }) =>
    Options.flatMap(({ OptionName: option, VpcSecurityGroupMemberships }) =>
      membersOf(
        VpcSecurityGroupMemberships,
        `option ${option ?? 'without name'} of option group ${name ?? 'without name'}`,
      ),
    ),
});

/** In every status: a membership that is being added or removed counts too. */
function membersOf(memberships: readonly VpcSecurityGroupMembership[] | undefined, by: string): readonly Finding[] {
  const ids = (memberships ?? []).map(({ VpcSecurityGroupId }) => VpcSecurityGroupId);
  if (ids.some((id) => !id))
    throw new ReadError(`${by} came with a security group without id`, { problem: 'malformed' });
  return groupsNamed(ids, by);
}
