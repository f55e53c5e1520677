import type { Account } from '../../core/workConfiguration.ts';
import type { Io } from '../handler.ts';

/** Which of an account's identities speaks: `reader` may only look, `deleter` may delete with a permit. */
export type Identity = 'reader' | 'deleter';

/** One account and region, seen through one identity, with the effects that may be used. */
export interface Target {
  readonly account: Account;
  /** All that the configuration knows, this one included: one must not be taken for another. */
  readonly accounts: readonly Account[];
  readonly region: string;
  readonly identity: Identity;
  readonly io: Io;
}

/** The role an identity assumes; `undefined` = the SDK's default credentials. One is never taken for the other. */
export function roleOf({ account, identity }: Pick<Target, 'account' | 'identity'>): string | undefined {
  return identity === 'reader' ? account.readRole : account.deleteRole;
}

/** For a sentence: `test/us-east-1`. */
export function whereIs({ account, region }: Target): string {
  return `${account.name}/${region}`;
}

/** For a sentence: whose permissions count here. */
export function whoIs(target: Pick<Target, 'account' | 'identity'>): string {
  const role = roleOf(target);
  const key = target.identity === 'reader' ? 'readRole' : 'deleteRole';
  return role === undefined
    ? `the default credentials (account ${target.account.name} has no ${key})`
    : `the role ${role} (${key} of account ${target.account.name})`;
}
