import type { AccountNames } from '../../core/ports/accountNames.ts';
import type { StateDeps } from './deps.ts';
import { accountNamesKey } from './keys.ts';

/** One SET per account, without an end: an opt-out may have none either. A name that this process saw counts on. */
export class RedisAccountNames implements AccountNames {
  readonly #connection: StateDeps['connection'];
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor({ connection }: Pick<StateDeps, 'connection'>) {
    this.#connection = connection;
  }

  async of({ provider, id }: Parameters<AccountNames['of']>[0]): Promise<readonly string[]> {
    if (id === undefined) return [];
    const key = accountNamesKey(provider, id);
    const stored = await this.#connection.command('reading the names of an account', (client) => client.smembers(key));
    const names = new Set([...(this.#known.get(key) ?? []), ...stored]);
    this.#known.set(key, names);
    return [...names];
  }

  async remember({ provider, id, name }: Parameters<AccountNames['remember']>[0]): Promise<void> {
    if (id === undefined) return;
    const key = accountNamesKey(provider, id);
    const names = [name.toLowerCase(), ...(this.#known.get(key) ?? [])];
    await this.#connection.command('remembering the name of an account', (client) => client.sadd(key, ...names));
  }
}
