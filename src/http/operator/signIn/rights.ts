import type { Rights } from '../../app/identity.ts';
import type { SignInSettings } from '../../app/signInSettings.ts';

/** The rights of a member of these groups: those of all its groups together; `undefined` = none at all. Pure. */
export function rightsOf(
  groups: readonly string[],
  { readers, operators }: Pick<SignInSettings, 'readers' | 'operators'>,
): Rights | undefined {
  const operates = operators.filter(({ group }) => groups.includes(group));
  if (operates.some(({ accounts }) => accounts === undefined)) return { access: 'operator' };
  const accounts = [...new Set(operates.flatMap((one) => one.accounts ?? []))];
  if (accounts.length > 0) return { access: 'operator', accounts };
  return readers.some((group) => groups.includes(group)) ? { access: 'reader' } : undefined;
}

/** @example `operator of prod-*, test` */
export function rightsInWords({ access, accounts }: Rights): string {
  if (access === 'reader') return 'reader';
  return accounts === undefined ? 'operator' : `operator of ${accounts.join(', ')}`;
}
