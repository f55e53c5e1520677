import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('memorydb');

/** Every call to MemoryDB. https://docs.aws.amazon.com/memorydb/latest/APIReference/API_DescribeClusters.html */
export const memoryDb = table(
  {
    service: 'memoryDb',
    load: async () => (await import('@aws-sdk/client-memorydb')).MemoryDB,
    prefix: 'memorydb',
    reads: RATE,
    writes: RATE,
  },
  { describeClusters: { effect: 'reads', list: 'Clusters', token: 'NextToken' } },
);
