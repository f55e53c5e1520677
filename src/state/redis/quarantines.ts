import type { Quarantines } from '../../core/mark/quarantines.ts';
import { type Namespace, partsOf } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys, QUARANTINE_INDEX } from './keys.ts';

/** Fields that one command writes or removes. */
const AT_ONCE = 500;

/**
 * One HASH per namespace, and one HASH of the namespaces. They are in different slots, so no script spans them: the
 * index is written first and removed last; an index entry without a HASH only costs one read.
 */
export class RedisQuarantines implements Quarantines {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async namespaces(): Promise<readonly Namespace[]> {
    return (await this.#command('reading the namespaces with a quarantine', (client) =>
      client.hkeys(QUARANTINE_INDEX),
    )) as Namespace[];
  }

  async location(namespace: Namespace): Promise<string> {
    const operation = `reading the location of ${namespace}`;
    const known = await this.#command(operation, (client) => client.hget(QUARANTINE_INDEX, namespace));
    return known ?? partsOf(namespace).location;
  }

  async ids(namespace: Namespace): Promise<readonly string[]> {
    const { quarantined } = namespaceKeys(namespace);
    return this.#command(`reading the quarantine of ${namespace}`, (client) => client.hkeys(quarantined));
  }

  async add(namespace: Namespace, location: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { quarantined } = namespaceKeys(namespace);
    const operation = `recording resources entering quarantine in ${namespace}`;
    await this.#command(operation, (client) => client.hset(QUARANTINE_INDEX, namespace, location));
    for (const some of parted(ids)) {
      const fields = some.flatMap((id) => [id, '']);
      await this.#command(operation, (client) => client.hset(quarantined, ...fields));
    }
  }

  async remove(namespace: Namespace, ids: readonly string[]): Promise<void> {
    const { quarantined } = namespaceKeys(namespace);
    const operation = `recording resources leaving quarantine in ${namespace}`;
    for (const some of parted(ids)) await this.#command(operation, (client) => client.hdel(quarantined, ...some));
    if ((await this.#command(operation, (client) => client.exists(quarantined))) > 0) return;
    await this.#command(operation, (client) => client.hdel(QUARANTINE_INDEX, namespace));
  }

  async replace(namespace: Namespace, location: string, ids: readonly string[]): Promise<void> {
    await this.add(namespace, location, ids);
    const there = new Set(ids);
    const gone = (await this.ids(namespace)).filter((id) => !there.has(id));
    if (gone.length > 0) await this.remove(namespace, gone);
  }

  #command: StateDeps['connection']['command'] = (operation, run) => this.#deps.connection.command(operation, run);
}

function* parted(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += AT_ONCE) yield ids.slice(from, from + AT_ONCE);
}
