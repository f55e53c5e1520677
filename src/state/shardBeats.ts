import type { Cluster } from 'ioredis';
import type { StateDeps } from './deps.ts';
import { shardKeys } from './keys.ts';
import { clusterOf } from './redisClient.ts';
import { loadScript } from './script.ts';

const BEAT = loadScript('shardBeat', ['beat']);
/** So many keys lie everywhere, so that each shard has some of them. */
const KEYS = 256;

/** Beat per key. */
export type ShardBeats = Readonly<Record<string, number>>;

/**
 * The shards of a cluster fail over one by one, so each has a beat of its own, under whichever of many keys it serves.
 * A single Redis needs none.
 */
export class RedisShards {
  readonly #deps: StateDeps;
  #slots: readonly number[] | undefined;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  /** `isBehind`: some shard has forgotten a beat that is remembered. */
  async next(known: ShardBeats): Promise<{ readonly beats: ShardBeats; readonly isBehind: boolean }> {
    const cluster = clusterOf(this.#deps.connection.client);
    if (!cluster) return { beats: {}, isBehind: false };
    const beaten = await Promise.all((await this.#keysOf(cluster)).map((index) => this.#beat(index, known)));
    const beats = Object.fromEntries(beaten.map(({ key, beat }) => [key, beat]));
    return { beats: { ...known, ...beats }, isBehind: beaten.some(({ isBehind }) => isBehind) };
  }

  async #beat(index: number, known: ShardBeats) {
    const { beat: key, op } = shardKeys(index);
    const doing = 'writing the beat of a shard';
    const reply = await this.#deps.scripts.write(BEAT, { doing, keys: { beat: key }, op, args: [known[key] ?? 0] });
    const [beat, behind] = reply as [string, string];
    return { key, beat: Number(beat), isBehind: behind === '1' };
  }

  /** The first key of each shard, and those that were remembered of it. */
  async #keysOf(cluster: Cluster): Promise<readonly number[]> {
    this.#slots ??= await this.#deps.connection.command('asking where the keys of the beats lie', (client) =>
      Promise.all(
        Array.from({ length: KEYS }, async (_, i) => Number(await client.cluster('KEYSLOT', shardKeys(i).beat))),
      ),
    );
    const first = new Map<string, number>();
    this.#slots.forEach((slot, index) => {
      const [primary = ''] = cluster.slots[slot] ?? [];
      if (!first.has(primary)) first.set(primary, index);
    });
    return [...first.values()];
  }
}
