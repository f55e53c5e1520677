/** When a type may really mark and delete, and when not. */
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';

interface Switches {
  readonly dryRun: boolean;
  readonly live: boolean;
  readonly account: Account;
  readonly handler: Handler;
  /** Accounts in which its evidence must be read. */
  readonly evidenceIn: readonly Account[];
  /** Do all requests to the provider stay on this machine? */
  readonly isSandbox: boolean;
  /** Why the accounts are not completely known. */
  readonly unlisted: readonly string[];
}

/** Every reason why a namespace is not live, for people; empty = it is live. */
export function notLiveReasons({
  dryRun,
  live,
  account,
  handler,
  evidenceIn,
  isSandbox,
  unlisted,
}: Switches): readonly string[] {
  const reasons: string[] = [];
  if (dryRun) reasons.push('dryRun is not false');
  if (!live) reasons.push('the entry does not set live: true');
  for (const { name } of evidenceIn.filter((other) => other.id === undefined && other.name !== account.name)) {
    reasons.push(`evidence must be read in the account "${name}", which is declared without id`);
  }
  reasons.push(...unlisted);
  const unread = handler.missingEvidence.map(({ kind }) => kind);
  if (unread.length > 0 && !isSandbox) {
    reasons.push(`evidence that this version cannot read yet: ${unread.join(', ')}`);
  }
  return reasons;
}

/** Why Holystone never deletes from an account, even when live: without an id it cannot verify the account (L11). */
export function neverDeletesBecause({ name, id }: Account): string | undefined {
  return id === undefined ? `the account "${name}" is declared without id` : undefined;
}
