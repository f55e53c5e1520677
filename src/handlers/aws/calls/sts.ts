import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('sts');

/** Every call to STS. Needs no permission: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export const sts = table(
  { service: 'sts', prefix: 'sts', reads: RATE, writes: RATE },
  {
    getCallerIdentity: { effect: 'reads' },
  },
);
