/** The roles of one account with their policies and their trust policy, before they are written in a format. Pure. */

import type { PolicyDocument } from './documents.ts';
import type { AccountPolicies } from './policies.ts';
import { POLICIES_PER_ROLE, splitPolicy } from './splitPolicy.ts';

/** The identities that Holystone assumes in an account; each has only the rights for its work. */
export type RoleIdentity = 'reader' | 'deleter' | 'restorer';

/** A role to create. */
export interface Role {
  /** Names its resources in a template: `Reader`. */
  readonly key: string;
  readonly name: string;
  /** `/`, or `/team/`. */
  readonly path: string;
  readonly purpose: string;
  /** Managed policies to attach. */
  readonly policies: readonly PolicyDocument[];
}

/** The roles to create in an account, and who may assume them. */
export interface RoleSet {
  /** `account "main" (123456789012)`, or `each account of the organisation`. */
  readonly place: string;
  readonly roles: readonly Role[];
  readonly trust: Trust;
}

/** The trust of each role, in the one identity that runs Holystone. */
export interface Trust {
  /** The ARN of the identity that runs Holystone; absent: the template asks for it. */
  readonly principal?: string;
  /** Without it AWS asks for no external id. */
  readonly externalId?: string;
}

/** The roles, or why none can be made; a sentence. */
export type Roles =
  | { readonly roles: readonly Role[]; readonly notes: readonly string[] }
  | { readonly problem: string };

const PURPOSE: Readonly<Record<RoleIdentity, string>> = {
  reader: 'reads',
  deleter: 'deletes, and writes the tags of kept resources',
  restorer: 'restores, and deletes nothing',
};

/** The account's key of each role, and the name of a role that the configuration lacks. */
const KEYS: Readonly<Record<RoleIdentity, readonly [key: string, standard: string]>> = {
  reader: ['readRole', 'holystone-read'],
  deleter: ['deleteRole', 'holystone-delete'],
  restorer: ['restoreRole', 'holystone-restore'],
};

/** https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html */
const ROLE = /^arn:[\w-]+:iam::(?:\d{12}|\*):role(\/(?:[\w+=,.@-]+\/)*)([\w+=,.@-]{1,64})$/;

/** Identities that share a role become one role with the policies of both. */
export function rolesOf(account: AccountPolicies, identities: readonly RoleIdentity[]): Roles {
  const notes: string[] = [];
  const found = new Map<string, { identities: RoleIdentity[]; documents: PolicyDocument[] }>();
  for (const identity of identities) {
    const wanted = account[identity];
    if (!wanted) continue;
    const [key, standard] = KEYS[identity];
    if (wanted.role === null) {
      notes.push(
        `account "${account.account}" has no ${key}; the template names the role ${standard}: configure its ARN`,
      );
    }
    const arn = wanted.role ?? `arn:aws:iam::${account.id ?? '000000000000'}:role/${standard}`;
    const one = found.get(arn) ?? { identities: [], documents: [] };
    one.identities.push(identity);
    one.documents.push(wanted.policy);
    found.set(arn, one);
  }
  const roles: Role[] = [];
  for (const [arn, { identities: shared, documents }] of found) {
    const [, path, name] = ROLE.exec(arn) ?? [];
    if (path === undefined || name === undefined) return { problem: `"${arn}" is not the ARN of a role` };
    const split = documents.map(splitPolicy);
    const policies = split.flatMap((each) => each ?? []);
    if (split.includes(undefined) || policies.length > POLICIES_PER_ROLE) {
      return {
        problem: `the permissions of ${name} do not fit into the ${POLICIES_PER_ROLE} managed policies that AWS attaches to a role: give \`cleanup\` fewer types or \`keep\` entries`,
      };
    }
    const key = shared.map((identity) => identity.charAt(0).toUpperCase() + identity.slice(1)).join('And');
    roles.push({ key, name, path, purpose: shared.map((identity) => PURPOSE[identity]).join('; '), policies });
  }
  return { roles, notes };
}
