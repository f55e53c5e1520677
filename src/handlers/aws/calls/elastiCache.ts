import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('elasticache');

/** Every call to ElastiCache. "Constraints: minimum 20; maximum 100" for clusters; serverless caches come 50 a page. */
export const elastiCache = table(
  {
    service: 'elastiCache',
    load: async () => (await import('@aws-sdk/client-elasticache')).ElastiCache,
    prefix: 'elasticache',
    reads: RATE,
    writes: RATE,
  },
  {
    describeCacheClusters: { effect: 'reads', list: 'CacheClusters', token: 'Marker', page: { MaxRecords: 100 } },
    describeServerlessCaches: { effect: 'reads', list: 'ServerlessCaches', token: 'NextToken' },
  },
);
