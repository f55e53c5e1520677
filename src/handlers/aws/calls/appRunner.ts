import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('apprunner');

/** Every call to App Runner. "MaxResults: … Valid Range: Minimum value of 1. Maximum value of 20." */
export const appRunner = table(
  {
    service: 'appRunner',
    load: async () => (await import('@aws-sdk/client-apprunner')).AppRunner,
    prefix: 'apprunner',
    reads: RATE,
    writes: RATE,
  },
  {
    describeService: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listVpcConnectors: { effect: 'reads', list: 'VpcConnectors', token: 'NextToken', page: { MaxResults: 20 } },
    listServices: { effect: 'reads', list: 'ServiceSummaryList', token: 'NextToken', page: { MaxResults: 20 } },
  },
);
