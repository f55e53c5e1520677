/** Policies in a format that also creates the roles. Pure. */
import type { RightsPrinted } from '../../contract/rights.ts';
import { policiesTemplate, rolesTemplate, TEMPLATE_BYTES, type Template } from './cloudFormation.ts';
import { MEMBERS } from './members.ts';
import type { AccountPolicies, Policies } from './policies.ts';
import { type RoleIdentity, type RoleSet, rolesOf, type Trust } from './roles.ts';
import { splitPolicy } from './splitPolicy.ts';
import { policiesTerraform, rolesTerraform, stackSetTerraform } from './terraform.ts';
import { problemOfTrust } from './trust.ts';

/** The values of `iam-policy --output` beside `json`, which prints policies without roles. */
export type TemplateFormat = 'cloudformation' | 'terraform';

/** The wish of `holystone iam-policy` for a template instead of policies. */
export interface TemplateWanted {
  readonly format: TemplateFormat;
  /** Absent: the daemon's two, and the restorer if the configuration names its role. */
  readonly identity?: RoleIdentity | 'daemon' | undefined;
  readonly trust: Trust;
  /** The units that get a StackSet; only for the members of an organisation. */
  readonly units: readonly string[];
}

/** @param policies of one account, or of the members of an organisation */
export function printTemplate(policies: Policies, wanted: TemplateWanted): RightsPrinted {
  const { format, identity, trust, units } = wanted;
  if (identity === 'daemon') return daemonTemplate(policies, format);
  const [found] = policies.accounts;
  if (!found) return { notes: [], problem: 'the configuration reads no account' };
  const { account, notes: about } = withOwnRestorer(found, identity);
  const identities = identity ? [identity] : account.restorer?.role ? ALL : ALL.slice(0, 2);
  if (identity && !account[identity]) {
    return { notes: [], problem: `nothing is live in ${account.account}, so this role is not needed; see --live` };
  }
  const wrong = problemOfTrust(trust);
  if (wrong !== undefined) return { notes: [], problem: wrong };
  const made = rolesOf(account, identities);
  if ('problem' in made) return { notes: [], problem: made.problem };
  const isMembers = account.account === MEMBERS;
  const place = isMembers
    ? 'each account of the organisation'
    : `account "${account.account}"${account.id === null ? '' : ` (${account.id})`}`;
  const set: RoleSet = { place, roles: made.roles, trust };
  const notes = [...about, ...made.notes, ...(isMembers ? [WITHOUT_MANAGEMENT] : [])];
  if (format === 'cloudformation') return printed(rolesTemplate(set), notes);
  return { notes, text: isMembers ? stackSetTerraform(set, rolesTemplate(set), units) : rolesTerraform(set) };
}

const ALL: readonly RoleIdentity[] = ['reader', 'deleter', 'restorer'];

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/stacksets-orgs-associate-stackset-with-org.html */
const WITHOUT_MANAGEMENT =
  'a StackSet creates no roles in the management account; if Holystone shall work there, declare that account and print its roles with --account';

/**
 * Without `restoreRole`, `holystone restore` uses the role that deletes; but the daemon's role must not get the
 * permissions to restore unasked.
 */
function withOwnRestorer(
  account: AccountPolicies,
  identity: string | undefined,
): { readonly account: AccountPolicies; readonly notes: readonly string[] } {
  const { restorer, deleter, ...others } = account;
  if (!restorer) return { account, notes: [] };
  if (restorer.role !== null && restorer.role !== deleter?.role) return { account, notes: [] };
  const notes =
    identity === undefined
      ? [`account "${account.account}" has no restoreRole, so this creates no role for \`holystone restore\``]
      : [];
  return { account: { ...others, ...(deleter && { deleter }), restorer: { ...restorer, role: null } }, notes };
}

/** The daemon's identity exists already: on EC2, in EKS, or a user's. It gets policies only. */
function daemonTemplate({ daemon }: Policies, format: TemplateFormat): RightsPrinted {
  if (!daemon) return { notes: [], problem: 'no account declares a role: the daemon needs none to assume' };
  const policies = splitPolicy(daemon);
  if (!policies) return { notes: [], problem: 'the ARN of one role is longer than a managed policy may be' };
  const description = 'Lets the identity that runs Holystone assume its roles';
  const notes = ['attach the policy to the role or user that runs Holystone'];
  if (format === 'terraform') return { notes, text: policiesTerraform(description, 'holystone-assume', policies) };
  return printed(policiesTemplate(description, 'Assume', policies), notes);
}

/** Without white space where only that fits. */
function printed(template: Template, notes: readonly string[]): RightsPrinted {
  const bytes = (text: string) => Buffer.byteLength(text);
  if (bytes(JSON.stringify(template, undefined, 2)) <= TEMPLATE_BYTES) return { notes, document: template };
  const text = JSON.stringify(template);
  const tooLong = `the template has more than the ${TEMPLATE_BYTES} bytes that a request may have: upload it to S3, as \`aws cloudformation deploy --s3-bucket\` does`;
  return { notes: bytes(text) <= TEMPLATE_BYTES ? notes : [...notes, tooLong], text };
}
