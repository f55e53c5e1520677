/** Proves that a registry answers at the address of an account, and that the account's id names it. */
import { ReadError } from '../../../core/common/errors.ts';
import { hostOf, settingsOf } from '../wire/account.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { malformed, refused } from '../wire/readError.ts';

const PROVEN_FOR_MS = 15 * 60_000;
const ASKED: Call = {
  method: 'GET',
  path: '/v2/',
  scope: '',
  maxBytes: 64 * 1024,
  what: 'asking for the registry',
  permission: 'registry:Get',
};

/** @throws ReadError: `wrongAccount` if the id names another registry, else why it cannot be proven */
export async function prove({ account, io }: CallScope): Promise<void> {
  const host = hostOf(account);
  if (account.id !== undefined && account.id.toLowerCase() !== host) {
    const message = `the address of account ${account.name} is at ${host}, but its id is ${account.id}; Holystone changes nothing in it`;
    throw new ReadError(message, { problem: 'wrongAccount' });
  }
  const { url } = settingsOf(account);
  await io.clients.get(`registry/${account.name}/proven/${url}`, () => new Proof()).ask({ account, io });
}

class Proof {
  #until = 0;

  async ask(target: CallScope): Promise<void> {
    const { account, io } = target;
    if (io.clock.now() < this.#until) return;
    const { url, credentials } = settingsOf(account);
    const answer = await call(target, ASKED);
    // Without credentials some registries answer 401 here and let every client read the public repositories.
    const isRegistry = answer.status === 200 || (answer.status === 401 && credentials === undefined);
    if (answer.status === 404) throw malformed(ASKED.what, url, 'there is no registry at this address');
    if (!isRegistry) throw refused(answer, ASKED, url);
    this.#until = io.clock.now() + PROVEN_FOR_MS;
  }

  destroy(): void {
    this.#until = 0;
  }
}
