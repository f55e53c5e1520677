import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('redshift');
/** "Constraints: minimum 20, maximum 100": https://docs.aws.amazon.com/redshift/latest/APIReference/API_DescribeClusters.html */
const PAGE = { MaxRecords: 100 } as const;

/** Every call to Redshift. */
export const redshift = table(
  {
    service: 'redshift',
    load: async () => (await import('@aws-sdk/client-redshift')).Redshift,
    prefix: 'redshift',
    reads: RATE,
    writes: RATE,
  },
  {
    describeClusters: { effect: 'reads', list: 'Clusters', token: 'Marker', page: PAGE },
    describeEndpointAccess: { effect: 'reads', list: 'EndpointAccessList', token: 'Marker', page: PAGE },
  },
);
