import { defined } from '../../core/common/defined.ts';
import { DAY_MS } from '../../core/common/duration.ts';
import { StoreError } from '../../core/common/errors.ts';
import type { Existence } from '../../core/resource/absence.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { type Span, type Surveys, WATCHED_MS } from '../../core/resource/unused.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const CHUNK = 500;
const RECORD = loadScript('recordSurvey', ['surveyed', 'unobserved']);
/** Longer than the longest waiting time for an unused resource. */
const REMEMBERED_MS = 400 * DAY_MS;
const SPANS = 500;

/**
 * Observations. `ZADD GT` and `LT` only ever move a score one way, so a repeated or late command does no harm and needs
 * neither a script nor an operation id.
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

  async correct(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    const { lastUsed } = namespaceKeys(namespace);
    await this.#inChunks(`correcting the last use in ${namespace}`, aliases, at, (client, rows) =>
      client.zadd(lastUsed, 'XX', ...rows),
    );
  }

  allFirstSeen(namespace: Namespace): Promise<ReadonlyMap<string, number>> {
    return this.#scan(namespaceKeys(namespace).firstSeen, `reading the first-seen times in ${namespace}`);
  }

  async firstSeen(namespace: Namespace, firstSeenKeys: readonly string[], at: number): Promise<void> {
    const { firstSeen } = namespaceKeys(namespace);
    await this.#inChunks(`recording first-seen times in ${namespace}`, firstSeenKeys, at, (client, rows) =>
      client.zadd(firstSeen, 'LT', ...rows),
    );
  }

  async existence(namespace: Namespace): Promise<ReadonlyMap<string, Existence>> {
    const { goneSince, existedAt } = namespaceKeys(namespace);
    const operation = `reading the records of absent resources in ${namespace}`;
    const [gone, existed] = await Promise.all([this.#scan(goneSince, operation), this.#scan(existedAt, operation)]);
    const aliases = new Set([...gone.keys(), ...existed.keys()]);
    return new Map(
      [...aliases].map((alias) => [alias, defined({ goneSince: gone.get(alias), existedAt: existed.get(alias) })]),
    );
  }

  async existing(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    const { existedAt } = namespaceKeys(namespace);
    await this.notGone(namespace, aliases);
    const operation = `recording the existing resources of ${namespace}`;
    await this.#inChunks(operation, aliases, at, (client, rows) => client.zadd(existedAt, 'GT', ...rows));
    await this.#deps.connection.command(operation, (client) =>
      client.zremrangebyscore(existedAt, '-inf', Math.floor(at) - REMEMBERED_MS),
    );
  }

  async gone(namespace: Namespace, aliases: readonly string[], at: number): Promise<void> {
    const { goneSince } = namespaceKeys(namespace);
    await this.#inChunks(`recording the absent resources of ${namespace}`, aliases, at, (client, rows) =>
      client.zadd(goneSince, 'LT', ...rows),
    );
  }

  async notGone(namespace: Namespace, aliases: readonly string[]): Promise<void> {
    await this.#remove(
      `recording the resources of ${namespace} that exist again`,
      namespaceKeys(namespace).goneSince,
      aliases,
    );
  }

  async forget(
    namespace: Namespace,
    { aliases, firstSeenKeys }: { readonly aliases: readonly string[]; readonly firstSeenKeys: readonly string[] },
  ): Promise<void> {
    const { lastUsed, firstSeen } = namespaceKeys(namespace);
    const operation = `removing records of resources that left ${namespace}`;
    await this.#remove(operation, lastUsed, aliases);
    await this.#remove(operation, firstSeen, firstSeenKeys);
  }

  async surveys(namespace: Namespace): Promise<Surveys> {
    const { surveyed, unobserved } = namespaceKeys(namespace);
    const operation = `reading the survey times of ${namespace}`;
    const [lastAt, spans] = await this.#deps.connection.command(operation, (client) =>
      Promise.all([client.get(surveyed), client.zrange(unobserved, '0', '-1')]),
    );
    const at = lastAt === null ? {} : { lastAt: instantOf(lastAt, operation) };
    return { ...at, unobserved: spans.map((span) => spanOf(span, operation)) };
  }

  async surveyed(namespace: Namespace, at: number): Promise<void> {
    const { surveyed, unobserved } = namespaceKeys(namespace);
    const endedAt = Math.floor(at);
    const args = [endedAt, WATCHED_MS, endedAt - REMEMBERED_MS, SPANS];
    await this.#deps.scripts.read(RECORD, {
      operation: `recording a survey of ${namespace}`,
      keys: { surveyed, unobserved },
      args,
    });
  }

  async #inChunks(
    operation: string,
    members: readonly string[],
    at: number,
    add: (client: StateDeps['connection']['client'], rows: (string | number)[]) => Promise<unknown>,
  ): Promise<void> {
    for (let i = 0; i < members.length; i += CHUNK) {
      const rows = members.slice(i, i + CHUNK).flatMap((member) => [at, member]);
      await this.#deps.connection.command(operation, (client) => add(client, rows));
    }
  }

  async #remove(operation: string, key: string, members: readonly string[]): Promise<void> {
    for (let i = 0; i < members.length; i += CHUNK) {
      const some = members.slice(i, i + CHUNK);
      await this.#deps.connection.command(operation, (client) => client.zrem(key, ...some));
    }
  }

  async #scan(key: string, operation: string): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    let cursor = '0';
    do {
      const [next, flat] = await this.#deps.connection.command(operation, (client) =>
        client.zscan(key, cursor, 'COUNT', CHUNK),
      );
      for (let i = 0; i + 1 < flat.length; i += 2) found.set(flat[i] ?? '', Number(flat[i + 1]));
      cursor = next;
    } while (cursor !== '0');
    return found;
  }
}

/** An unreadable text must not be left out: the period would count as watched. */
function instantOf(text: string, operation: string): number {
  if (!/^\d+$/.test(text)) throw new StoreError(`${operation}: "${text}" is unreadable; remove the key`);
  return Number(text);
}

function spanOf(text: string, operation: string): Span {
  const [from = '', to = ''] = text.split('|');
  return { from: instantOf(from, operation), to: instantOf(to, operation) };
}
