import { randomUUID } from 'node:crypto';
import { messageOf } from '../core/errors.ts';
import type { BeatFile, Remembered } from './beatFile.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';
import { RedisShards } from './shardBeats.ts';

const BEAT = loadScript('beat', ['control']);
/** A process that remembers nothing trusts only a Redis that somebody has just written a beat to. */
const FRESH_MS = 60_000;
const NOTHING: Remembered = { beat: 0, control: {}, shards: {} };

/** Redis's answer to one beat. */
export interface Beaten {
  readonly incarnation: string;
  /** Redis's business time, ms since the epoch. */
  readonly redisTime: number;
}

/**
 * The pulse of Redis's memory. Every instance makes the beat grow and remembers the highest; a Redis whose beat is
 * smaller than that, or gone, was emptied, restored or failed over backwards, and begins a new incarnation, into which
 * what we remember of the fleet's control is carried over.
 */
export class Beat {
  readonly #deps: StateDeps;
  readonly #file: BeatFile | undefined;
  readonly #shards: RedisShards;
  #remembered: Remembered | undefined;
  #incarnation: string | undefined;
  #isFileBroken = false;
  #keeping: Promise<void> = Promise.resolve();

  /** @param file absent = what is remembered ends with this process */
  constructor(deps: StateDeps, file?: BeatFile) {
    this.#deps = deps;
    this.#file = file;
    this.#shards = new RedisShards(deps);
  }

  /** @throws StoreError when Redis cannot be asked, or too few replicas have the beat */
  async next(): Promise<Beaten> {
    const known = this.#remembered ?? (await this.#file?.read()) ?? NOTHING;
    this.#remembered ??= known;
    const shards = await this.#shards.next(known.shards);
    const { control, op } = CONTROL;
    const reply = (await this.#deps.scripts.write(BEAT, {
      doing: 'writing the beat of the fleet',
      keys: { control },
      op,
      args: [known.beat, randomUUID(), FRESH_MS, shards.isBehind ? '1' : '0', ...Object.entries(known.control).flat()],
    })) as string[];
    const [incarnation = '', beat, redisTime, ...fields] = reply;
    this.#note(incarnation);
    await this.#remember({ beat: Number(beat), control: controlOf(fields), shards: shards.beats });
    return { incarnation, redisTime: Number(redisTime) };
  }

  #note(incarnation: string): void {
    if (this.#incarnation !== undefined && this.#incarnation !== incarnation) {
      const fields = { incarnation, address: this.#deps.connection.address };
      const todo = 'deletes are held until each namespace has finished a complete mark pass';
      this.#deps.log.warn({ ...fields, todo }, 'Redis lost something: a new incarnation begins');
    }
    this.#incarnation = incarnation;
  }

  /** Two beats of this process may answer in any order, and are kept one after the other. */
  async #remember(next: Remembered): Promise<void> {
    if (next.beat <= (this.#remembered?.beat ?? 0)) return;
    this.#remembered = next;
    this.#keeping = this.#keeping.then(() => this.#keep());
    await this.#keeping;
  }

  /** Never rejects. */
  async #keep(): Promise<void> {
    try {
      await this.#file?.write(this.#remembered ?? NOTHING);
      this.#isFileBroken = false;
    } catch (error) {
      if (this.#isFileBroken) return;
      this.#isFileBroken = true;
      const todo = 'a restart would not notice a Redis that was rolled back meanwhile; make the folder writable';
      this.#deps.log.warn({ path: this.#file?.path, problem: messageOf(error), todo }, 'the beat cannot be kept');
    }
  }
}

function controlOf(fields: readonly string[]): Record<string, string> {
  const control: Record<string, string> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) control[fields[i] ?? ''] = fields[i + 1] ?? '';
  const { incarnation: _incarnation, beat: _beat, ...rest } = control;
  return rest;
}
