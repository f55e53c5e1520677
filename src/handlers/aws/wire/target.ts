import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io } from '../../contract/handler.ts';
import { settingsOf } from './accountSettings.ts';

/**
 * The identities of an account: `reader` only reads, `deleter` deletes under a permit, `restorer` only restores, and
 * only in `holystone restore`.
 */
export type Identity = 'reader' | 'deleter' | 'restorer';

/** One account and region, accessed by one identity, with the effects that may be used. */
export interface CallScope {
  readonly account: Account;
  /** All configured accounts, this one included, so that one is not mistaken for another. */
  readonly accounts: readonly Account[];
  readonly region: string;
  readonly identity: Identity;
  readonly io: Io;
  /** It proves the account for a command that a person waits for: see provingRetries. */
  readonly isProving?: true;
}

/** The role an identity assumes; `undefined` = the SDK's default credentials. No identity uses another's role. */
export function roleOf({ account, identity }: Pick<CallScope, 'account' | 'identity'>): string | undefined {
  const { readRole, deleteRole, restoreRole = deleteRole } = settingsOf(account);
  if (identity === 'reader') return readRole;
  return identity === 'restorer' ? restoreRole : deleteRole;
}

/** For a sentence: `test/us-east-1`. */
export function whereIs({ account, region }: CallScope): string {
  return `${account.name}/${region}`;
}

/** For a sentence: the identity whose permissions apply. */
export function whoIs(target: Pick<CallScope, 'account' | 'identity'>): string {
  const role = roleOf(target);
  const key = keyOf(target);
  return role === undefined
    ? `the default credentials (account ${target.account.name} has no ${key})`
    : `the role ${role} (${key} of account ${target.account.name})`;
}

function keyOf({ account, identity }: Pick<CallScope, 'account' | 'identity'>): string {
  if (identity === 'reader') return 'readRole';
  return identity === 'restorer' && settingsOf(account).restoreRole !== undefined ? 'restoreRole' : 'deleteRole';
}
