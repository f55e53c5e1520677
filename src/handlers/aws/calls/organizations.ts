import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('organizations');

/** Every call to AWS Organizations. */
export const organizations = table(
  {
    service: 'organizations',
    load: async () => (await import('@aws-sdk/client-organizations')).Organizations,
    prefix: 'organizations',
    reads: RATE,
    writes: RATE,
    isGlobal: true,
  },
  {
    describeOrganization: { effect: 'reads' },
    listAccounts: { effect: 'reads', list: 'Accounts', token: 'NextToken' },
    listAccountsForParent: { effect: 'reads', list: 'Accounts', token: 'NextToken' },
    listTagsForResource: { effect: 'reads', list: 'Tags', token: 'NextToken' },
    listOrganizationalUnitsForParent: { effect: 'reads', list: 'OrganizationalUnits', token: 'NextToken' },
  },
);
