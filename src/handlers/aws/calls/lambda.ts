import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('lambda');

/** Every call to Lambda. "ListFunctions returns a maximum of 50 items in each response". */
export const lambda = table(
  {
    service: 'lambda',
    load: async () => (await import('@aws-sdk/client-lambda')).Lambda,
    prefix: 'lambda',
    reads: RATE,
    writes: RATE,
  },
  {
    getFunction: { effect: 'reads', errors: { notFound: ['ResourceNotFoundException'] } },
    listFunctions: {
      effect: 'reads',
      list: 'Functions',
      token: { sent: 'Marker', answered: 'NextMarker' },
      page: { MaxItems: 50 },
    },
  },
);
