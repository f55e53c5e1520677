/** When a type may mark and delete for real, and when it may not. */
import { isLoopbackHost } from '../core/loopback.ts';
import type { Account } from '../core/workConfiguration.ts';
import type { Handler } from '../handlers/handler.ts';
import type { Environment } from './substitute.ts';

interface Switches {
  readonly dryRun: boolean;
  readonly live: boolean;
  readonly account: Account;
  readonly handler: Handler;
  /** Accounts in which its evidence has to be read. */
  readonly evidenceIn: readonly Account[];
  readonly environment: Environment;
  /** Why it is not known which accounts there are. */
  readonly unlisted: readonly string[];
}

/** Every reason why a namespace is not live, for people; none = it is. */
export function notLiveReasons({
  dryRun,
  live,
  account,
  handler,
  evidenceIn,
  environment,
  unlisted,
}: Switches): readonly string[] {
  const reasons: string[] = [];
  if (dryRun) reasons.push('dryRun is not false');
  if (!live) reasons.push('the entry does not say live: true');
  for (const { name } of evidenceIn.filter((other) => other.id === undefined && other.name !== account.name)) {
    reasons.push(`evidence has to be read in the account "${name}", which is declared without id`);
  }
  reasons.push(...unlisted);
  const unread = handler.notReadYet.map(({ kind }) => kind);
  if (unread.length > 0 && !isSandbox(environment)) {
    reasons.push(`evidence that this version does not read yet: ${unread.join(', ')}`);
  }
  return reasons;
}

/** Why nothing of an account is ever deleted, however live: without an id nothing proves that it is the one meant (L11). */
export function neverDeletesBecause({ name, id }: Account): string | undefined {
  return id === undefined ? `the account "${name}" is declared without id` : undefined;
}

/**
 * Do the SDK's own variables send every AWS call to this machine? One endpoint of a single service that points
 * elsewhere, or endpoints that are to be ignored, mean that they do not.
 */
export function isSandbox(environment: Environment): boolean {
  if (environment.AWS_IGNORE_CONFIGURED_ENDPOINT_URLS?.toLowerCase() === 'true') return false;
  const endpoints = Object.entries(environment).filter(([name, value]) => /^AWS_ENDPOINT_URL(_|$)/.test(name) && value);
  return Boolean(environment.AWS_ENDPOINT_URL) && endpoints.every(([, url]) => isLoopback(url as string));
}

function isLoopback(url: string): boolean {
  return URL.canParse(url) && isLoopbackHost(new URL(url).hostname);
}
