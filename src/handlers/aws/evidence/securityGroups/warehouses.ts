/** Redshift and Redshift Serverless, which is a service of its own, as users of security groups. */
import { redshift } from '../../calls/redshift.ts';
import { redshiftServerless } from '../../calls/redshiftServerless.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

type Members = readonly { readonly VpcSecurityGroupId?: string | undefined }[] | undefined;
const idsOf = (members: Members) => members?.map(({ VpcSecurityGroupId }) => VpcSecurityGroupId);

/** A paused cluster starts again with its groups. */
export const warehouses = plainSource({
  name: 'warehouses',
  summary: 'Clusters of Redshift in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: redshift.describeClusters,
  what: 'reading the security groups of Redshift clusters',
  find: ({ ClusterIdentifier: id, ClusterStatus: status, VpcSecurityGroups }) =>
    groupsNamed(idsOf(VpcSecurityGroups), `Redshift cluster ${id ?? 'without id'} (${status ?? 'status not known'})`),
});

export const warehouseEndpoints = plainSource({
  name: 'warehouseEndpoints',
  summary: 'Managed VPC endpoints of Redshift, in every account, by their security groups.',
  places: everyAccount,
  reads: redshift.describeEndpointAccess,
  what: 'reading the security groups of Redshift endpoints',
  find: ({ EndpointName: name, VpcSecurityGroups }) =>
    groupsNamed(idsOf(VpcSecurityGroups), `Redshift endpoint ${name ?? 'without name'}`),
});

export const serverlessWarehouses = plainSource({
  name: 'serverlessWarehouses',
  summary: 'Workgroups of Redshift Serverless in every state, in every account, by their security groups.',
  places: everyAccount,
  reads: redshiftServerless.listWorkgroups,
  what: 'reading the security groups of Redshift Serverless workgroups',
  find: ({ workgroupName: name, status, securityGroupIds }) =>
    groupsNamed(securityGroupIds, `Redshift workgroup ${name ?? 'without name'} (${status ?? 'status not known'})`),
});

export const serverlessWarehouseEndpoints = plainSource({
  name: 'serverlessWarehouseEndpoints',
  summary: 'Managed VPC endpoints of Redshift Serverless, in every account, by their security groups.',
  places: everyAccount,
  reads: redshiftServerless.listEndpointAccess,
  what: 'reading the security groups of Redshift Serverless endpoints',
  find: ({ endpointName: name, vpcSecurityGroups }) =>
    groupsNamed(
      vpcSecurityGroups?.map(({ vpcSecurityGroupId }) => vpcSecurityGroupId),
      `endpoint ${name ?? 'without name'} of Redshift Serverless`,
    ),
});
