import { ReadError } from '../../../core/common/errors.ts';
import { iam } from '../calls/iam.ts';
import { sts } from '../calls/sts.ts';
import { settingsOf } from './accountSettings.ts';
import { allOf } from './paging.ts';
import { pages, read } from './reading.ts';
import { type CallScope, roleOf, whoIs } from './target.ts';

/** How long an answer stays valid: an account id never changes, but the configured role may. */
const VERIFIED_FOR_MS = 15 * 60_000;
/** How long a command that a person waits for believes that a region's endpoint does not answer. */
const UNREACHABLE_FOR_MS = 30_000;

/**
 * Checks that the target's identity belongs to the configured account. The result is cached per account and role for 15
 * minutes. Every listing, every source of evidence and every delete request calls it first.
 * @throws ReadError: `wrongAccount` if the id or alias differs or belongs to another configured account, otherwise the
 *   reason why the check failed
 */
export async function verifyAccount(target: CallScope): Promise<void> {
  const { account, identity, io } = target;
  const key = `aws/${account.name}/${identity}/verified/${account.id}/${settingsOf(account).alias}/${roleOf(target)}`;
  await io.clients.get(key, () => new Verification()).ask(target);
}

class Verification {
  #until = 0;
  /** By region: in a command that a person waits for, the next namespace there does not wait for the same failure. */
  readonly #unreachable = new Map<string, { readonly error: ReadError; readonly until: number }>();
  /** Those on their way, by pass and region: a survey begins with more than a hundred listings at once. */
  readonly #running = new WeakMap<CallScope['io'], Map<string, Promise<void>>>();

  async ask(target: CallScope): Promise<void> {
    const { io, region } = target;
    if (io.clock.now() < this.#until) return;
    const running = this.#running.get(io) ?? new Map<string, Promise<void>>();
    this.#running.set(io, running);
    const known = running.get(region);
    if (known) return known;
    const verified = this.#verify(target).finally(() => running.delete(region));
    running.set(region, verified);
    return verified;
  }

  async #verify(target: CallScope): Promise<void> {
    const { io, region } = target;
    const { clock, isWaitedFor } = io;
    if (!isWaitedFor) await verify(target);
    else {
      const known = this.#unreachable.get(region);
      if (known && clock.now() < known.until) throw known.error;
      await verify({ ...target, isProving: true }).catch((error: unknown) => {
        const isUnreachable = error instanceof ReadError && error.problem === 'unreachable';
        if (isUnreachable) this.#unreachable.set(region, { error, until: clock.now() + UNREACHABLE_FOR_MS });
        throw error;
      });
    }
    this.#until = clock.now() + VERIFIED_FOR_MS;
  }

  destroy(): void {
    this.#until = 0;
  }
}

async function verify(target: CallScope): Promise<void> {
  const { account } = target;
  const found = await callerAccount(target);
  if (account.id !== undefined && found !== account.id) {
    throw wrong(
      `${whoIs(target)} belongs to account ${found}, but account ${account.name} is declared as ${account.id}`,
    );
  }
  const other =
    account.id === undefined
      ? target.accounts.find(({ provider, id }) => provider === 'aws' && id === found)
      : undefined;
  if (other) {
    throw wrong(
      `${whoIs(target)} belongs to account ${found}, which is declared as ${other.name}, and account ${account.name} without id`,
    );
  }
  const { alias } = settingsOf(account);
  if (alias === undefined) return;
  const aliases = await allOf(pages(target, iam.listAccountAliases, 'checking the account alias'));
  if (!aliases.includes(alias)) {
    const really = aliases.length === 0 ? 'has no alias' : `has the alias ${aliases.join(', ')}`;
    throw wrong(`the account of ${whoIs(target)} ${really}, but account ${account.name} is declared as ${alias}`);
  }
}

/** Needs no permission: https://docs.aws.amazon.com/STS/latest/APIReference/API_GetCallerIdentity.html */
export async function callerAccount(target: CallScope): Promise<string> {
  const what = 'checking the account id';
  const { Account } = await read(target, sts.getCallerIdentity, what, {});
  if (!Account) throw new ReadError(`${what}: the answer names no account`, { problem: 'malformed' });
  return Account;
}

function wrong(message: string): ReadError {
  return new ReadError(`${message}; Holystone changes nothing in it`, { problem: 'wrongAccount' });
}
