import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('glue');
/** "MaxResults … Valid Range: Minimum value of 1. Maximum value of 1000", for both listings. */
const PAGE = { MaxResults: 1000 } as const;

/** Every call to Glue. */
export const glue = table(
  { service: 'glue', prefix: 'glue', reads: RATE, writes: RATE },
  {
    /** Without HidePassword the answer holds the passwords of the connections. */
    getConnections: {
      effect: 'reads',
      list: 'ConnectionList',
      token: 'NextToken',
      page: { ...PAGE, HidePassword: true },
    },
    getDevEndpoints: { effect: 'reads', list: 'DevEndpoints', token: 'NextToken', page: PAGE },
  },
);
