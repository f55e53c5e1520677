import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('m2');

/** Every call to Mainframe Modernization. */
export const mainframe = table(
  {
    service: 'mainframe',
    load: async () => (await import('@aws-sdk/client-m2')).M2,
    prefix: 'm2',
    reads: RATE,
    writes: RATE,
  },
  {
    getApplication: { effect: 'reads' },
    getEnvironment: { effect: 'reads' },
    listApplications: { effect: 'reads', list: 'applications', token: 'nextToken' },
    listEnvironments: { effect: 'reads', list: 'environments', token: 'nextToken' },
  },
);
