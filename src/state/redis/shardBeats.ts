import type { Cluster } from 'ioredis';
import type { StateDeps } from './deps.ts';
import { shardKeys } from './keys.ts';
import { clusterOf } from './redisClient.ts';
import { loadScript } from './script.ts';

const BEAT = loadScript('shardBeat', ['beat', 'members']);
/** This many keys spread over all slots, so that each shard has some of them. */
const KEYS = 256;

/** Beat per key. */
export type ShardBeats = Readonly<Record<string, number>>;

/**
 * The shards of a cluster fail over one by one, so each has its own beat, under any one of many keys that it serves.
 * A single Redis needs none.
 */
export class RedisShards {
  readonly #deps: StateDeps;
  readonly #member: string;
  #slots: readonly number[] | undefined;

  /** @param member the id of this process */
  constructor(deps: StateDeps, member: string) {
    this.#deps = deps;
    this.#member = member;
  }

  /**
   * `isBehind`: some shard has lost a beat that we remember. `waitsFor`: the number of other members that have not yet
   * compared a restarted or failed-over shard with their memory.
   * @param writtenBy the member that wrote the known beats; '' = unknown
   */
  async next(known: ShardBeats, writtenBy: string) {
    const cluster = clusterOf(this.#deps.connection.client);
    if (!cluster) return { beats: {}, isBehind: false, waitsFor: 0 };
    const indices = await this.#keysOf(cluster);
    const beaten = await Promise.all(indices.map((index) => this.#beat(index, known, writtenBy)));
    const beats = Object.fromEntries(beaten.map(({ key, beat }) => [key, beat]));
    return {
      beats: writtenBy === this.#member ? { ...known, ...beats } : beats,
      isBehind: beaten.some(({ isBehind }) => isBehind),
      waitsFor: Math.max(0, ...beaten.map(({ waitsFor }) => waitsFor)),
    };
  }

  async #beat(index: number, known: ShardBeats, writtenBy: string) {
    const { beat: key, members, op } = shardKeys(index);
    const operation = 'writing the heartbeat of a shard';
    const args = [known[key] ?? 0, this.#member, writtenBy];
    const reply = await this.#deps.scripts.write(BEAT, { operation, keys: { beat: key, members }, op, args });
    const [beat, behind, waitsFor] = reply as [string, string, string];
    return { key, beat: Number(beat), isBehind: behind === '1', waitsFor: Number(waitsFor) };
  }

  /** The index of the first key of each shard. */
  async #keysOf(cluster: Cluster): Promise<readonly number[]> {
    this.#slots ??= await this.#deps.connection.command('locating the heartbeat keys', (client) =>
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
