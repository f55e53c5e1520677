/** Findings of a resource that is shared with other accounts. Pure. */
import type { Finding } from '../../../../core/common/finding.ts';
import type { Account } from '../../../../core/policy/workConfiguration.ts';

/** A finding without its resource. */
export type SharingFinding = Omit<Finding, 'alias'>;

/** The kind that an image usage report can cover: use by undeclared accounts. */
export const UNDECLARED = 'undeclaredAccounts';

/** The number of ids in a sentence. */
const NAMED = 3;

/**
 * The resource reaches the declared accounts, whose users can be read; use by other accounts is unknown.
 * @param whom for a sentence: `account 999999999999`
 */
export function sharedWithAccounts(
  whom: string,
  ids: readonly string[],
  accounts: readonly Account[],
): readonly SharingFinding[] {
  const declared = new Set(
    accounts.flatMap(({ provider, id }) => (provider === 'aws' && id !== undefined ? [id] : [])),
  );
  const reached = ids.filter((id) => declared.has(id));
  const others = ids.filter((id) => !declared.has(id));
  return [
    ...reached.map((byId): SharingFinding => ({ says: 'sharedWith', by: `account ${byId} (launch permission)`, byId })),
    ...(others.length === 0 ? [] : [undeclaredUsers(whom, ids, others)]),
  ];
}

function undeclaredUsers(whom: string, ids: readonly string[], others: readonly string[]): SharingFinding {
  const [one, they] = others.length === 1 ? ['is', 'it uses'] : ['are', 'they use'];
  const rest = others.length > NAMED ? [`${others.length - NAMED} more`] : [];
  const which = ids.length === 1 ? 'which' : `of which ${[...others.slice(0, NAMED), ...rest].join(', ')}`;
  const by = `shared with ${whom}, ${which} ${one} not declared, so it is unknown whether ${they} it; declare ${
    others.length === 1 ? 'it' : 'them'
  } in accounts, or create an image usage report`;
  return { says: 'unknown', by, byId: UNDECLARED };
}

/** The resource reaches every account. */
export function sharedWithUnknown(whom: string, why: string, permission?: string): readonly SharingFinding[] {
  return [
    { says: 'sharedWith', by: `${whom} (launch permission)`, byId: '*' },
    {
      says: 'unknown',
      byId: UNDECLARED,
      by: `shared with ${whom}, whose accounts are unknown: ${why}`,
      ...(permission === undefined ? {} : { permission }),
    },
  ];
}
