import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('glue');
/** Between 1 and 1,000 for these listings, 200 for triggers: https://docs.aws.amazon.com/glue/latest/dg/aws-glue-api.html */
const PAGE = { MaxResults: 1000 } as const;

/** Every call to Glue. */
export const glue = table(
  {
    service: 'glue',
    load: async () => (await import('@aws-sdk/client-glue')).Glue,
    prefix: 'glue',
    reads: RATE,
    writes: RATE,
  },
  {
    getCrawlers: { effect: 'reads', list: 'Crawlers', token: 'NextToken', page: PAGE },
    /** Without HidePassword the answer contains the passwords of the connections. */
    getConnections: {
      effect: 'reads',
      list: 'ConnectionList',
      token: 'NextToken',
      page: { ...PAGE, HidePassword: true },
    },
    getDevEndpoints: { effect: 'reads', list: 'DevEndpoints', token: 'NextToken', page: PAGE },
    getJobs: { effect: 'reads', list: 'Jobs', token: 'NextToken', page: PAGE },
    getTriggers: { effect: 'reads', list: 'Triggers', token: 'NextToken', page: { MaxResults: 200 } },
  },
);
