import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('redshift-serverless');
/** "Valid Range: Minimum value of 1. Maximum value of 100": https://docs.aws.amazon.com/redshift-serverless/latest/APIReference/API_ListWorkgroups.html */
const PAGE = { maxResults: 100 } as const;

/** Every call to Redshift Serverless. */
export const redshiftServerless = table(
  {
    service: 'redshiftServerless',
    load: async () => (await import('@aws-sdk/client-redshift-serverless')).RedshiftServerless,
    prefix: 'redshift-serverless',
    reads: RATE,
    writes: RATE,
  },
  {
    listEndpointAccess: { effect: 'reads', list: 'endpoints', token: 'nextToken', page: PAGE },
    listWorkgroups: { effect: 'reads', list: 'workgroups', token: 'nextToken', page: PAGE },
  },
);
