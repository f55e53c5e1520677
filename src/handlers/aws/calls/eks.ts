import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('eks');

/** Every call to EKS. "This value can be between 1 and 100", for each listing. */
export const eks = table(
  {
    service: 'eks',
    load: async () => (await import('@aws-sdk/client-eks')).EKS,
    prefix: 'eks',
    reads: RATE,
    writes: RATE,
  },
  {
    describeAddon: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    describeCluster: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    describeNodegroup: { effect: 'reads' },
    listAddons: { effect: 'reads', list: 'addons', token: 'nextToken', page: { maxResults: 100 } },
    listClusters: { effect: 'reads', list: 'clusters', token: 'nextToken', page: { maxResults: 100 } },
    listNodegroups: { effect: 'reads', list: 'nodegroups', token: 'nextToken', page: { maxResults: 100 } },
  },
);
