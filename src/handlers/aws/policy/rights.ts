/** The command `iam-policy`: the permissions that AWS must allow for a configuration. */
import { defined } from '../../../core/common/defined.ts';
import { meansLocation } from '../../../core/resource/locationPattern.ts';
import type { Rights, RightsPrinted, RightsUse, RightsWanted } from '../../contract/rights.ts';
import { type OrganizationEntry, regionsWith } from '../account/discovery.ts';
import { askedIn } from '../organization/enabledRegions.ts';
import { settingsOf } from '../wire/accountSettings.ts';
import { partitionOf } from '../wire/partition.ts';
import { KNOWN_REGIONS } from '../wire/regions.ts';
import type { PolicyDocument } from './documents.ts';
import { memberListing, memberPolicies, usesOfOneMember } from './members.ts';
import { awsPolicies, type Policies } from './policies.ts';
import type { Trust } from './roles.ts';
import { printTemplate, type TemplateFormat } from './templates.ts';

const IDENTITIES = ['reader', 'deleter', 'restorer', 'daemon'] as const;
type Identity = (typeof IDENTITIES)[number];

type Printed = { readonly document: unknown } | { readonly problem: string };

/** It reads the configuration alone and sends no request to AWS. */
export const iamPolicy: Rights = {
  command: 'iam-policy',
  description:
    'Print the minimum IAM policies for the configuration: separate ones for readers, deleters, the daemon and `restore`.',
  identities: IDENTITIES,
  formats: ['json', 'cloudformation', 'terraform'],
  options: [
    {
      flags: '--principal <arn>',
      description: 'who may assume the roles: the ARN of the role or user that runs Holystone',
    },
    { flags: '--external-id <id>', description: "the external id of the roles; default: the account's `externalId`" },
  ],
  explanation: `
Formats:
  json            policy documents only
  cloudformation  a template that creates the roles of one account, with
                  their trust policies
  terraform       the same as resources; with --members, a StackSet

The role that reads is always in a template; the role that deletes only if an
entry is live, or with --live. The role for \`holystone restore\` is in it if the
account has a \`restoreRole\`. --identity daemon prints the policy of the identity
that runs Holystone. Permissions that do not fit into one managed policy of
6,144 characters are divided into several.`,
  locationFor: (account, pattern) => {
    const rights = askedIn(account);
    const isMeant = (region: string) => partitionOf(region) === partitionOf(rights) && meansLocation([pattern], region);
    return [rights, ...KNOWN_REGIONS].find(isMeant) ?? rights;
  },
  members: {
    description: 'the roles for each account that an entry `from: organizations` finds: a template for a StackSet',
    listing: (entry, index) => memberListing(entry as OrganizationEntry, index),
  },
  examples: [
    'holystone iam-policy --config config/holystone.yaml --live',
    'holystone iam-policy --account test --identity reader > holystone-read.json',
    'holystone iam-policy --account test --output cloudformation --principal arn:aws:iam::123456789012:role/holystone > roles.json',
    'holystone iam-policy --from look.json',
    'holystone iam-policy --members --live --output terraform > roles.tf',
  ],
  allowing: (permissions): PolicyDocument => ({
    Version: '2012-10-17',
    Statement: [{ Sid: 'HolystoneLook', Effect: 'Allow', Action: permissions, Resource: ['*'] }],
  }),
  print(wanted: RightsWanted): RightsPrinted {
    const { identity, format = 'json', options = {} } = wanted;
    const [given] = Object.keys(options);
    if (format === 'json' && given !== undefined) {
      return { notes: [], problem: 'the JSON format has no trust policies; give --output cloudformation or terraform' };
    }
    const found = policiesFor(wanted);
    if ('problem' in found) return { notes: [], problem: found.problem };
    const { policies } = found;
    const notes = policies.notExpressed.map(
      (what) => `no policy can express "keep ${what}"; only the daemon enforces it`,
    );
    if (format === 'json') return { notes, ...printed(policies, identity as Identity | undefined) };
    const { accounts } = policies;
    if (accounts.length > 1 && identity !== 'daemon') {
      const names = accounts.map((one) => one.account).join(', ');
      return { notes, problem: `--output ${format} prints the roles of one account; give --account: ${names}` };
    }
    const { trust, notes: about } = trustOf(accounts[0]?.account ?? '', found.externalId, options);
    const template = printTemplate(policies, {
      format: format as TemplateFormat,
      identity: identity as Identity | undefined,
      trust,
      units: found.entry?.ous ?? [],
    });
    return { ...template, notes: [...notes, ...about, ...template.notes] };
  },
};

type Found =
  | { readonly problem: string }
  | {
      readonly policies: Policies;
      /** In the configuration. */
      readonly externalId?: string | undefined;
      readonly entry?: OrganizationEntry;
    };

function policiesFor({ uses, listed, account, members = false }: RightsWanted): Found {
  const own = uses.map(withOwnAccounts);
  const entries = listed.map(({ through, entry }) => ({ through, entry: entry as OrganizationEntry }));
  const rights = entries.map(({ through, entry }) => {
    return { through, ...defined({ tags: entry.tags, regionsWith: regionsWith(entry) }) };
  });
  if (members) {
    const index = entries.findIndex(({ through }) => account === undefined || through.name === account);
    const found = entries[index];
    if (!found) {
      const problem = 'has no entry `from: organizations`';
      return {
        problem:
          account === undefined ? `the configuration ${problem}` : `account "${account}" ${problem} that it lists`,
      };
    }
    if (account === undefined && entries.length > 1) {
      const names = entries.map(({ through }) => through.name).join(', ');
      return { problem: `several entries list accounts; give the \`through\` of one with --account: ${names}` };
    }
    const policies = memberPolicies(
      awsPolicies(usesOfOneMember(own, index), rights, { inAnyPlace: true }),
      found.entry,
      index,
    );
    return { policies, externalId: found.entry.externalId, entry: found.entry };
  }
  const policies = awsPolicies(own, rights);
  const accounts = policies.accounts.filter((one) => account === undefined || one.account === account);
  if (account !== undefined && accounts.length === 0) {
    const known = policies.accounts.map((one) => one.account).join(', ');
    return { problem: `this configuration reads no account "${account}"; it reads ${known}` };
  }
  const all = [...own.flatMap(({ wc }) => wc.accounts), ...entries.map(({ through }) => through)];
  const chosen = all.find(({ name }) => name === accounts[0]?.account);
  return { policies: { ...policies, accounts }, externalId: chosen && settingsOf(chosen).externalId };
}

/** Accounts of other providers have no IAM policy. */
function withOwnAccounts(use: RightsUse): RightsUse {
  return { ...use, wc: { ...use.wc, accounts: use.wc.accounts.filter(({ provider }) => provider === 'aws') } };
}

function trustOf(
  account: string,
  configured: string | undefined,
  { principal, externalId = configured }: Readonly<Record<string, string>>,
): { readonly trust: Trust; readonly notes: readonly string[] } {
  const has = configured === undefined ? 'no' : 'another';
  const notes =
    externalId === configured
      ? []
      : [
          `account "${account}" has ${has} externalId in the configuration: AWS would not let Holystone assume these roles`,
        ];
  return {
    trust: { ...(principal === undefined ? {} : { principal }), ...(externalId === undefined ? {} : { externalId }) },
    notes,
  };
}

function printed(policies: Policies, identity: Identity | undefined): Printed {
  return identity === undefined ? { document: policies } : one(policies, identity);
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
