import { vpcLattice } from '../../calls/vpcLattice.ts';
import { describedSource } from './describedSource.ts';

/** An association has no network interface: its groups filter the traffic from the VPC to the services of the network. */
export const serviceNetworks = describedSource({
  name: 'serviceNetworks',
  summary:
    'VPCs that are associated with a service network of VPC Lattice, in every state, in every account, by the security groups of the association.',
  lists: vpcLattice.listServiceNetworkVpcAssociations,
  describes: vpcLattice.getServiceNetworkVpcAssociation,
  what: 'reading the security groups of service networks',
  by: { serviceNetworkVpcAssociationIdentifier: 'id' },
  has: 'id',
  part: ({ securityGroupIds }) => securityGroupIds ?? [],
  user: ({ id, serviceNetworkName, vpcId }) =>
    `${vpcId ?? 'a VPC'} in service network ${serviceNetworkName ?? 'without name'} of VPC Lattice (${id})`,
});
