/** Redshift as a user of security groups; Redshift Serverless is another service, which Holystone does not read. */
import { redshift } from '../../calls/redshift.ts';
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
