/** The command `iam-policy`: the permissions that AWS must allow for a configuration. */
import type { Rights, RightsPrinted, RightsUse, RightsWanted } from '../../contract/provider.ts';
import { type OrganizationEntry, regionsWith } from '../account/discovery.ts';
import { awsPolicies, type Policies } from './policies.ts';

const IDENTITIES = ['reader', 'deleter', 'restorer', 'daemon'] as const;
type Identity = (typeof IDENTITIES)[number];

type Printed = { readonly document: unknown } | { readonly problem: string };

export const iamPolicy: Rights = {
  command: 'iam-policy',
  description:
    'Print the minimum IAM policies for the configuration: separate ones for readers, deleters, the daemon and `restore`.',
  identities: IDENTITIES,
  examples: [
    'holystone iam-policy --config config/holystone.yaml --live',
    'holystone iam-policy --account test --identity reader > holystone-read.json',
  ],
  print({ uses, listed, account, identity }: RightsWanted): RightsPrinted {
    const policies = awsPolicies(
      uses.map(withOwnAccounts),
      listed.map(({ through, entry }) => {
        const asked = regionsWith(entry as OrganizationEntry);
        return { through, ...(asked && { regionsWith: asked }) };
      }),
    );
    const notes = policies.notExpressed.map(
      (what) => `no policy can express "keep ${what}"; only the daemon enforces it`,
    );
    return { notes, ...printed(policies, account, identity as Identity | undefined) };
  },
};

/** Accounts of other providers have no IAM policy. */
function withOwnAccounts(use: RightsUse): RightsUse {
  return { ...use, wc: { ...use.wc, accounts: use.wc.accounts.filter(({ provider }) => provider === 'aws') } };
}

function printed(policies: Policies, account: string | undefined, identity: Identity | undefined): Printed {
  const accounts = policies.accounts.filter((one) => account === undefined || one.account === account);
  if (account !== undefined && accounts.length === 0) {
    const known = policies.accounts.map((one) => one.account).join(', ');
    return { problem: `this configuration reads no account "${account}"; it reads ${known}` };
  }
  const chosen = { ...policies, accounts };
  return identity === undefined ? { document: chosen } : one(chosen, identity);
}

/** One policy document in the format of IAM. */
function one({ accounts, daemon }: Policies, identity: Identity): Printed {
  if (identity === 'daemon') {
    return daemon ? { document: daemon } : { problem: 'no account declares a role: the daemon needs none to assume' };
  }
  const [account, another] = accounts;
  if (!account || another) return { problem: `--identity ${identity} prints one document; give --account as well` };
  const found = account[identity];
  if (found) return { document: found.policy };
  return { problem: `nothing is live in ${account.account}, so no policy for deletion is needed; see --live` };
}
