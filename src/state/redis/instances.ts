import { INSTANCE_TTL_MS, type Instance, type Instances } from '../../core/policy/fleet.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';

const ANNOUNCE = loadScript('announce', ['instances', 'configuration']);
/** Longer than an instance lives without an announcement; each announcement renews it. */
const CONFIGURATION_TTL_MS = 20 * INSTANCE_TTL_MS;
const FIELDS_AT_ONCE = 1_000;

type Reply = readonly [number, number, ...string[]];

/** One HASH of the live instances, by Redis's own clock; and one per configuration, shared by its instances. */
export class RedisInstances implements Instances {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async announce(instance: Instance) {
    const { id, ...rest } = instance;
    const [known, , ...fields] = await this.#say(id, JSON.stringify(rest), instance.configuration);
    return { instances: instancesOf(fields), published: known === 1 };
  }

  async list(): Promise<readonly Instance[]> {
    return (await this.census()).instances;
  }

  async census() {
    const [, knownForMs, ...fields] = await this.#say('', '', '');
    return { instances: instancesOf(fields), isComplete: knownForMs >= INSTANCE_TTL_MS };
  }

  async leave(id: string): Promise<void> {
    await this.#deps.connection.command('leaving the fleet', (client) => client.hdel(CONTROL.instances, id));
  }

  async publish(configuration: string, hashes: ReadonlyMap<Namespace, string>): Promise<void> {
    const key = CONTROL.configuration(configuration);
    const fields = [...hashes].flat();
    await this.#deps.connection.command('publishing the configuration', async (client) => {
      const whole = client.multi();
      for (let from = 0; from < fields.length; from += FIELDS_AT_ONCE) {
        whole.hset(key, ...fields.slice(from, from + FIELDS_AT_ONCE));
      }
      whole.pexpire(key, CONFIGURATION_TTL_MS);
      await whole.exec();
    });
  }

  async hashes(configuration: string): Promise<ReadonlyMap<Namespace, string> | undefined> {
    const fields = await this.#deps.connection.command('reading the configuration of another instance', (client) =>
      client.hgetall(CONTROL.configuration(configuration)),
    );
    const entries = Object.entries(fields) as [Namespace, string][];
    return entries.length === 0 ? undefined : new Map(entries);
  }

  async #say(id: string, json: string, configuration: string): Promise<Reply> {
    const reply = await this.#deps.scripts.read(ANNOUNCE, {
      operation: 'listing the live instances',
      keys: { instances: CONTROL.instances, configuration: CONTROL.configuration(configuration) },
      args: [id, INSTANCE_TTL_MS, json, CONFIGURATION_TTL_MS],
    });
    return reply as Reply;
  }
}

function instancesOf(fields: readonly string[]): readonly Instance[] {
  const instances: Instance[] = [];
  for (let at = 0; at < fields.length; at += 2) {
    instances.push({ ...JSON.parse(fields[at + 1] as string), id: fields[at] });
  }
  return instances;
}
