/** The two accounts of the demo, and the people who work there. */
import type { SandboxControl } from '../aws/index.ts';
import { ACCELERATOR_REGION } from '../aws/seeds/acceleratorSeeds.ts';

export interface DemoAccount {
  readonly name: 'acme-prod' | 'acme-dev';
  readonly id: string;
}

export const PROD: DemoAccount = { name: 'acme-prod', id: '111122223333' };
export const DEV: DemoAccount = { name: 'acme-dev', id: '444455556666' };
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [PROD, DEV];
export const DEMO_REGIONS = ['us-east-1', 'eu-west-1'] as const;
/** A customer's account, which some images are shared with. */
export const PARTNER_ACCOUNT = '777788889999';

export const OWNERS = {
  web: 'web-team@acme.example',
  payments: 'payments@acme.example',
  data: 'data-platform@acme.example',
  mobile: 'mobile@acme.example',
  /** Has left the company; the mail server refuses mail to this address. */
  gone: 'j.doe@acme.example',
  /** Receives notices about resources without an owner. */
  fallback: 'cloud-ops@acme.example',
} as const;

const READER_ROLE = 'holystone-reader';
const DELETER_ROLE = 'holystone-deleter';

/** Adds the accounts to the sandbox. @returns the key of a user who may assume the roles of both */
export function addAccounts(control: SandboxControl): {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
} {
  const roles = [READER_ROLE, DELETER_ROLE];
  // AWS switches it on for every account, and no account can switch it off.
  const regions = [...DEMO_REGIONS, ACCELERATOR_REGION];
  const [first] = DEMO_ACCOUNTS.map(({ id, name }) => control.addAccount({ id, alias: name, roles, regions }));
  const key = first?.accessKeys[0];
  if (!key) throw new Error('the sandbox gave the account no key');
  return key;
}
