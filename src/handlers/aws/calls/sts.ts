import { table } from './call.ts';
import { cautious } from './rates.ts';

/** The permission to assume a role. The SDK's credential provider sends that call itself, before a client is used. */
export const ASSUME_ROLE = 'sts:AssumeRole';

const RATE = cautious('sts');

/** Every call to STS. Needs no permission: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export const sts = table(
  {
    service: 'sts',
    load: async () => (await import('@aws-sdk/client-sts')).STS,
    prefix: 'sts',
    reads: RATE,
    writes: RATE,
    isGlobal: true,
  },
  {
    getCallerIdentity: { effect: 'reads' },
  },
);
