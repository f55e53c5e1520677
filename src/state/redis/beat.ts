import { randomUUID } from 'node:crypto';
import { messageOf } from '../../core/common/errors.ts';
import { CANARY_DELETES } from '../../core/policy/stage.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { BeatFile, Remembered } from '../files/beatFile.ts';
import { AUDIT_MAX_ENTRIES, logAudit } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';
import { RedisShards } from './shardBeats.ts';

const BEAT = loadScript('beat', ['control', 'audit', 'members']);
/** A process that remembers nothing trusts only a Redis that somebody has just written a beat to. */
const FRESH_MS = 60_000;
const NOTHING: Remembered = { beat: 0, control: {}, shards: {} };

/** Redis's answer to one beat. */
export interface HeartbeatReply {
  readonly incarnation: string;
  /** Redis's business time, ms since the epoch. */
  readonly redisTime: number;
  /**
   * Redis restarted or failed over, and so many other instances that lived then have not compared it with what they
   * remember yet: until they have, it may have lost what this one cannot know of.
   */
  readonly waitsFor: number;
}

/**
 * The pulse of Redis's memory. Every instance makes the beat grow and remembers the last one that it wrote; a Redis that
 * has forgotten that one was emptied, restored or failed over backwards, and begins a new incarnation, into which what we
 * remember of the fleet's control is carried over. Each instance compares only its own beat, which nobody else writes:
 * one that remembers less cannot hide the loss from one that remembers more.
 */
export class Beat {
  readonly #deps: StateDeps;
  readonly #file: BeatFile | undefined;
  readonly #isKept: () => boolean;
  readonly #shards: RedisShards;
  /** This process; another one has a memory of its own. */
  readonly #member = randomUUID();
  #remembered: Remembered = NOTHING;
  /** What the file said, until it was compared. */
  #kept: Remembered | undefined;
  #incarnation: string | undefined;
  #isFileRead = false;
  #isFileBroken = false;
  #keeping: Promise<void> = Promise.resolve();

  /**
   * @param file absent = what is remembered ends with this process
   * @param isKept is the file in use by now? Asked at every beat
   */
  constructor(deps: StateDeps, file?: BeatFile, isKept: () => boolean = () => true) {
    this.#deps = deps;
    this.#file = file;
    this.#isKept = isKept;
    this.#shards = new RedisShards(deps, this.#member);
  }

  /** @throws StoreError when Redis cannot be asked, or too few replicas have the beat */
  async next(): Promise<HeartbeatReply> {
    await this.#readFile();
    const kept = this.#kept;
    if (kept) {
      await this.#beat(kept);
      this.#kept = undefined;
    }
    return this.#beat(this.#remembered);
  }

  async #beat(known: Remembered): Promise<HeartbeatReply> {
    const writtenBy = known.member ?? '';
    const shards = await this.#shards.next(known.shards, writtenBy);
    const { control, audit, members, op } = CONTROL;
    const reply = (await this.#deps.scripts.write(BEAT, {
      doing: 'writing the heartbeat of the fleet',
      keys: { control, audit, members },
      op,
      args: [
        known.beat,
        randomUUID(),
        FRESH_MS,
        shards.isBehind ? '1' : '0',
        AUDIT_MAX_ENTRIES,
        JSON.stringify(restored(0, '{putBack}')),
        CANARY_DELETES,
        this.#member,
        writtenBy,
        ...Object.entries(known.control).flat(),
      ],
    })) as string[];
    const [incarnation = '', beat, redisTime, putBack = '', waitsFor, ...fields] = reply;
    this.#note(incarnation);
    if (putBack !== '') logAudit(this.#deps.log, restored(Number(redisTime), putBack));
    const remembered = { beat: Number(beat), member: this.#member, control: controlOf(fields), shards: shards.beats };
    await this.#remember(remembered);
    return { incarnation, redisTime: Number(redisTime), waitsFor: Math.max(Number(waitsFor), shards.waitsFor) };
  }

  /** What the file knows counts from when it is first in use. */
  async #readFile(): Promise<void> {
    if (this.#isFileRead || !this.#isKept()) return;
    this.#kept = await this.#file?.read();
    this.#isFileRead = true;
  }

  #note(incarnation: string): void {
    if (this.#incarnation !== undefined && this.#incarnation !== incarnation) {
      const fields = { incarnation, address: this.#deps.connection.address };
      const todo = 'deletes pause until each namespace has finished a complete mark pass';
      this.#deps.log.warn({ ...fields, todo }, 'Redis lost data: a new epoch begins');
    }
    this.#incarnation = incarnation;
  }

  /** Two beats of this process may answer in any order, and are kept one after the other. */
  async #remember(next: Remembered): Promise<void> {
    if (next.beat <= this.#remembered.beat) return;
    this.#remembered = next;
    this.#keeping = this.#keeping.then(() => this.#keep());
    await this.#keeping;
  }

  /** Never rejects. */
  async #keep(): Promise<void> {
    if (!this.#isKept()) return;
    try {
      await this.#file?.write(this.#remembered);
      this.#isFileBroken = false;
    } catch (error) {
      if (this.#isFileBroken) return;
      this.#isFileBroken = true;
      const todo =
        'after a restart this instance would not notice that Redis was rolled back; make the folder writable';
      this.#deps.log.warn(
        { path: this.#file?.path, problem: messageOf(error), todo },
        'the heartbeat file cannot be written',
      );
    }
  }
}

/** What the audit log says when an operator's word was lost and holds again. */
function restored(at: number, putBack: string): AuditEntry {
  const reason = `Redis lost the control state of the fleet; restored: ${putBack}`;
  return { at, namespace: 'fleet', event: 'control', actor: 'holystone', reason };
}

function controlOf(fields: readonly string[]): Record<string, string> {
  const control: Record<string, string> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) control[fields[i] ?? ''] = fields[i + 1] ?? '';
  const { incarnation: _incarnation, beat: _beat, ...rest } = control;
  return rest;
}
