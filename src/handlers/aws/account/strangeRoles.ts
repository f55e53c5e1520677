import type { EntryProblem } from '../../contract/entry.ts';

const ROLES = ['readRole', 'deleteRole', 'restoreRole'] as const;
/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html */
const ROLE = /^arn:[\w-]+:iam::(\d{12}):role\//;

/**
 * Finds the roles of an entry of `accounts` that belong to another account than its `id`. An identity of a role always
 * belongs to the account of the role, so AWS would never confirm the id.
 */
export function strangeRoles(entry: Readonly<Record<string, unknown>>): readonly EntryProblem[] {
  const { id } = entry;
  if (typeof id !== 'string' || !/^\d{12}$/.test(id)) return [];
  return ROLES.flatMap((key) => {
    const role = entry[key];
    const owner = typeof role === 'string' ? ROLE.exec(role.trim())?.[1] : undefined;
    if (owner === undefined || owner === id) return [];
    const message = `this role belongs to account ${owner}, but the id of the account is ${id}: Holystone would refuse to work with it`;
    return [{ path: [key], message }];
  });
}
