import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('iam');

/** Every call to IAM. */
export const iam = table(
  {
    service: 'iam',
    load: async () => (await import('@aws-sdk/client-iam')).IAM,
    prefix: 'iam',
    reads: RATE,
    writes: RATE,
    isGlobal: true,
  },
  {
    listAccountAliases: { effect: 'reads', list: 'AccountAliases', token: 'Marker' },
    listRoles: { effect: 'reads', list: 'Roles', token: 'Marker' },
  },
);
