import type { Namespace } from '../core/namespace.ts';
import type { LastUsedStore } from '../core/ports.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';

const CHUNK = 500;

/**
 * Observations in two ZSETs. `ZADD GT` and `LT` only ever move a score one way, so running one twice, or late, does
 * no harm and needs neither a script nor an operation id.
 */
export class RedisLastUsedStore implements LastUsedStore {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  all(namespace: Namespace): Promise<ReadonlyMap<string, number>> {
    return this.#scan(namespaceKeys(namespace).lastUsed, `reading the last use in ${namespace}`);
  }

  async seen(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    const { lastUsed } = namespaceKeys(namespace);
    await this.#inChunks(`recording the last use in ${namespace}`, aliases, at, (client, rows) =>
      client.zadd(lastUsed, 'GT', ...rows),
    );
  }

  allFirstSeen(namespace: Namespace): Promise<ReadonlyMap<string, number>> {
    return this.#scan(namespaceKeys(namespace).firstSeen, `reading what was first seen when in ${namespace}`);
  }

  async firstSeen(namespace: Namespace, identities: readonly string[], at: number): Promise<void> {
    const { firstSeen } = namespaceKeys(namespace);
    await this.#inChunks(`recording what was first seen in ${namespace}`, identities, at, (client, rows) =>
      client.zadd(firstSeen, 'LT', ...rows),
    );
  }

  async #inChunks(
    doing: string,
    members: readonly string[],
    at: number,
    add: (client: StateDeps['connection']['client'], rows: (string | number)[]) => Promise<unknown>,
  ): Promise<void> {
    for (let i = 0; i < members.length; i += CHUNK) {
      const rows = members.slice(i, i + CHUNK).flatMap((member) => [at, member]);
      await this.#deps.connection.command(doing, (client) => add(client, rows));
    }
  }

  async #scan(key: string, doing: string): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(doing, (client) =>
        client.zscan(key, cursor, 'COUNT', CHUNK),
      );
      for (let i = 0; i + 1 < flat.length; i += 2) found.set(flat[i] ?? '', Number(flat[i + 1]));
      cursor = next;
    } while (cursor !== '0');
    return found;
  }
}
