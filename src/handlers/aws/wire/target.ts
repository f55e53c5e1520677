import type { Account } from '../../../core/policy/workConfiguration.ts';
import type { Io } from '../../contract/handler.ts';
import { settingsOf } from './accountSettings.ts';

/**
 * Which of an account's identities speaks: `reader` may only look, `deleter` may delete with a permit, `restorer` may
 * bring back, and delete nothing, in `holystone restore` alone.
 */
export type Identity = 'reader' | 'deleter' | 'restorer';

/** One account and region, seen through one identity, with the effects that may be used. */
export interface CallScope {
  readonly account: Account;
  /** All that the configuration knows, this one included: one must not be taken for another. */
  readonly accounts: readonly Account[];
  readonly region: string;
  readonly identity: Identity;
  readonly io: Io;
}

/** The role an identity assumes; `undefined` = the SDK's default credentials. One is never taken for the other. */
export function roleOf({ account, identity }: Pick<CallScope, 'account' | 'identity'>): string | undefined {
  const { readRole, deleteRole, restoreRole = deleteRole } = settingsOf(account);
  if (identity === 'reader') return readRole;
  return identity === 'restorer' ? restoreRole : deleteRole;
}

/** For a sentence: `test/us-east-1`. */
export function whereIs({ account, region }: CallScope): string {
  return `${account.name}/${region}`;
}

/** For a sentence: whose permissions count here. */
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
