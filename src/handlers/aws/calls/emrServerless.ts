import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('emr-serverless');

/** Every call to EMR Serverless. "maxResults: … Minimum value of 1. Maximum value of 50." */
export const emrServerless = table(
  {
    service: 'emrServerless',
    load: async () => (await import('@aws-sdk/client-emr-serverless')).EMRServerless,
    prefix: 'emr-serverless',
    reads: RATE,
    writes: RATE,
  },
  {
    getApplication: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listApplications: { effect: 'reads', list: 'applications', token: 'nextToken', page: { maxResults: 50 } },
  },
);
