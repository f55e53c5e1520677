import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('es');

/** Every call to OpenSearch Service, whose actions IAM knows under its former name. It lists all domains at once. */
export const openSearch = table(
  {
    service: 'openSearch',
    load: async () => (await import('@aws-sdk/client-opensearch')).OpenSearch,
    prefix: 'es',
    reads: RATE,
    writes: RATE,
  },
  {
    describeDomain: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listDomainNames: { effect: 'reads', list: 'DomainNames' },
  },
);
