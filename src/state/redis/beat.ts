import { randomUUID } from 'node:crypto';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import { CANARY_DELETES } from '../../core/policy/stage.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { BeatFile, Remembered } from '../files/beatFile.ts';
import { AUDIT_MAX_ENTRIES } from './audit.ts';
import { NOT_COMPARED, type PutBack, rememberedControl, toPutBack } from './controlMemory.ts';
import type { ControlFields } from './controlValue.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';
import { RedisShards } from './shardBeats.ts';

const BEAT = loadScript('beat', ['control', 'audit', 'members']);
/** A process without a memory trusts a Redis only if another process wrote a beat to it this recently. */
const FRESH_MS = 60_000;
/** Operators change the control between a comparison and the beat at most so often. */
const TRIES = 20;
const NOTHING: Remembered = { beat: 0, control: {}, shards: {} };

/** Redis's answer to one beat. */
export interface HeartbeatReply {
  readonly incarnation: string;
  /** Redis's business time, ms since the epoch. */
  readonly redisTime: number;
  /**
   * The number of instances that were alive when Redis restarted or failed over and have not compared it with their
   * memory since: until they do, Redis may have lost data that this instance never knew.
   */
  readonly waitsFor: number;
}

/**
 * The pulse of Redis's memory. Every instance raises the beat and remembers the last one that it wrote; a Redis without
 * that beat was emptied, restored or failed over backwards, and begins a new incarnation, which receives the control of
 * the fleet from our memory. Each instance compares only its own beat, which no other instance writes: an instance that
 * remembers less cannot hide the loss from one that remembers more.
 */
export class Beat {
  readonly #deps: StateDeps;
  readonly #file: BeatFile | undefined;
  readonly #isKept: () => boolean;
  readonly #shards: RedisShards;
  /** The id of this process; another process has its own memory. */
  readonly #member = randomUUID();
  #remembered: Remembered = NOTHING;
  /** The content of the file, until it is compared. */
  #kept: Remembered | undefined;
  #incarnation: string | undefined;
  #isFileRead = false;
  #fileFailure: string | undefined;
  #keeping: Promise<void> = Promise.resolve();

  /**
   * @param file absent = the memory ends with this process
   * @param isKept is the file in use by now? Called at every beat
   */
  constructor(deps: StateDeps, file?: BeatFile, isKept: () => boolean = () => true) {
    this.#deps = deps;
    this.#file = file;
    this.#isKept = isKept;
    this.#shards = new RedisShards(deps, this.#member);
  }

  /** @throws StoreError when Redis does not answer, or too few replicas have the beat */
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
    const [incarnation = '', beat, redisTime, words = '', waitsFor, ...fields] = await this.#compared(
      known,
      shards.isBehind,
    );
    this.#note(incarnation);
    if (words !== '') this.#deps.recorded(restored(Number(redisTime), words));
    const control = rememberedControl(fieldsIn(fields), known.control, this.#deps.seal);
    const remembered = { beat: Number(beat), member: this.#member, control, shards: shards.beats };
    await this.#remember(remembered);
    return { incarnation, redisTime: Number(redisTime), waitsFor: Math.max(Number(waitsFor), shards.waitsFor) };
  }

  /** Where a new incarnation must begin, the control is compared with the memory first. */
  async #compared(known: Remembered, isLostElsewhere: boolean): Promise<readonly string[]> {
    let putBack = NOT_COMPARED;
    for (let tries = 0; tries < TRIES; tries++) {
      const reply = await this.#write(known, isLostElsewhere, putBack);
      if (reply[0] !== 'compare') return reply;
      putBack = toPutBack(known.control, fieldsIn(reply.slice(1)), this.#deps.seal);
    }
    throw new StoreError('writing the heartbeat of the fleet: too many concurrent changes of its control');
  }

  async #write(known: Remembered, isLostElsewhere: boolean, putBack: PutBack): Promise<readonly string[]> {
    const { control, audit, members, op } = CONTROL;
    return (await this.#deps.scripts.write(BEAT, {
      operation: 'writing the heartbeat of the fleet',
      keys: { control, audit, members },
      op,
      args: [
        known.beat,
        randomUUID(),
        FRESH_MS,
        isLostElsewhere ? '1' : '0',
        AUDIT_MAX_ENTRIES,
        JSON.stringify(restored(0, '{putBack}')),
        CANARY_DELETES,
        this.#member,
        known.member ?? '',
        Number(known.control.version ?? 0) || 0,
        putBack.stamp,
        putBack.words,
        ...putBack.fields,
      ],
    })) as readonly string[];
  }

  /** Why the file could not be written the last time, and what to do. */
  get fileFailure(): string | undefined {
    return this.#fileFailure;
  }

  /** The content of the file counts from the moment when the file is in use. */
  async #readFile(): Promise<void> {
    if (this.#isFileRead || !this.#isKept()) return;
    this.#kept = await this.#file?.read();
    this.#isFileRead = true;
  }

  #note(incarnation: string): void {
    if (this.#incarnation !== undefined && this.#incarnation !== incarnation) {
      const fields = { incarnation, address: this.#deps.connection.address };
      const todo = 'deletes pause until each namespace has finished a complete mark pass';
      this.#deps.log.warn({ ...fields, todo }, 'Redis lost data: a new incarnation begins');
    }
    this.#incarnation = incarnation;
  }

  /** Two beats of this process may return in any order; the file is written one after the other. */
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
      this.#fileFailure = undefined;
    } catch (error) {
      const isKnown = this.#fileFailure !== undefined;
      const [path, problem] = [this.#file?.path, messageOf(error)];
      this.#fileFailure = `${path} cannot be written: ${problem}; give its disk space, and make the folder writable`;
      if (isKnown) return;
      const todo =
        'after a restart this instance would not notice that Redis was rolled back; make the folder writable';
      this.#deps.log.warn({ path, problem, todo }, 'the heartbeat file cannot be written');
    }
  }
}

/** The audit entry for an operator's command that Redis lost and this process restored. */
function restored(at: number, putBack: string): AuditEntry {
  const reason = `Redis lost the control state of the fleet; restored: ${putBack}`;
  return { at, namespace: 'fleet', event: 'control', actor: 'holystone', reason };
}

/** Of pairs of a field and its value. */
function fieldsIn(flat: readonly string[]): ControlFields {
  const fields: Record<string, string> = {};
  for (let i = 0; i + 1 < flat.length; i += 2) fields[flat[i] ?? ''] = flat[i + 1] ?? '';
  return fields;
}
