import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('vpc-lattice');

/** Every call to VPC Lattice. "maxResults: … Minimum value of 1. Maximum value of 100." */
export const vpcLattice = table(
  {
    service: 'vpcLattice',
    load: async () => (await import('@aws-sdk/client-vpc-lattice')).VPCLattice,
    prefix: 'vpc-lattice',
    reads: RATE,
    writes: RATE,
  },
  {
    getResourceConfiguration: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    getServiceNetworkVpcAssociation: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listResourceConfigurations: { effect: 'reads', list: 'items', token: 'nextToken', page: { maxResults: 100 } },
    listTargetGroups: { effect: 'reads', list: 'items', token: 'nextToken', page: { maxResults: 100 } },
    listTargets: {
      effect: 'reads',
      list: 'items',
      token: 'nextToken',
      page: { maxResults: 100 },
      errors: { notFound: ['ResourceNotFoundException'] },
    },
    listServiceNetworkVpcAssociations: {
      effect: 'reads',
      list: 'items',
      token: 'nextToken',
      page: { maxResults: 100 },
    },
  },
);
