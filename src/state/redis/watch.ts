import { ReplyError } from 'ioredis';
import type { Clock } from '../../core/common/clock.ts';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { PassRecord } from '../../core/policy/pass.ts';
import type { StateWatch, StoreBlocker } from '../../core/policy/stateWatch.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { Beat } from './beat.ts';
import type { StateDeps } from './deps.ts';
import { type DurabilityCheck, durabilityProblem } from './durability.ts';
import { namespaceKeys } from './keys.ts';
import { openPass } from './passValue.ts';
import { TooFewReplicasError } from './script.ts';

/** The largest allowed difference between our clock and Redis's, ms. */
const APART_MS = 60_000;
/** A smaller difference, ms, counts as none. */
const ALIKE_MS = 1_000;
const EVERY_MS = 5_000;

/** The state in Redis passes these; `trusted` skips only the check of Redis's settings. */
export interface WatchOptions {
  readonly clock: Clock;
  readonly durability: DurabilityCheck;
}

interface Seen {
  readonly blocker: StoreBlocker | undefined;
  /** Absent = too few replicas acknowledged the beat. */
  readonly incarnation?: string;
}

/**
 * Checks at intervals and before each permit whether Redis is safe for a deletion: durable settings, a beat that never
 * falls back, a clock near ours.
 */
export class RedisWatch implements StateWatch {
  readonly #deps: StateDeps;
  readonly #beat: Beat;
  readonly #options: WatchOptions;
  /** Redis's time less ours, ms. */
  #offsetMs = 0;
  #blocker: StoreBlocker | undefined;
  #failure: { readonly why: string; readonly isAnswer: boolean } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: StateDeps, beat: Beat, options: WatchOptions) {
    this.#deps = deps;
    this.#beat = beat;
    this.#options = options;
  }

  /** Beats at intervals, so that a fleet that deletes nothing for a while still notices. */
  start(everyMs = EVERY_MS): void {
    let isBusy = false;
    const look = async () => {
      if (isBusy || !this.#deps.connection.ready) return;
      isBusy = true;
      // Other code detects and logs an unreachable Redis.
      await this.#look().catch(() => undefined);
      isBusy = false;
    };
    void look();
    this.#timer = setInterval(() => void look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** The problem at the last look and the advice; for all namespaces. */
  problem(): string | undefined {
    return this.#blocker?.why;
  }

  /** Why Redis did not take the last beat, and what to do: then it takes no other write either. */
  failure(): string | undefined {
    return this.#failure?.why;
  }

  /** The same where Redis itself said so: a client that meets a replica connects anew each time, and is seldom ready. */
  refusal(): string | undefined {
    return this.#failure?.isAnswer ? this.#failure.why : undefined;
  }

  /** Why the memory of this process cannot be written to its file (`redis.beatFile`), and what to do. */
  memoryFailure(): string | undefined {
    return this.#beat.fileFailure;
  }

  async deleteBlocker(namespace: Namespace): Promise<StoreBlocker | undefined> {
    const trust = await this.trust(namespace);
    return 'clause' in trust ? trust : undefined;
  }

  /** Why no deletion is allowed in the namespace now, or the incarnation of this check. */
  async trust(namespace: Namespace): Promise<StoreBlocker | { readonly incarnation: string }> {
    const { blocker, incarnation } = await this.#look();
    if (blocker) return blocker;
    const { pass } = namespaceKeys(namespace);
    const operation = `asking when ${namespace} was last marked`;
    const [marked, mark] = await this.#deps.connection.command(operation, (client) =>
      client.hmget(pass, 'incarnation', 'mark'),
    );
    if (incarnation !== undefined && marked === incarnation && this.#isMarkedIn(incarnation, namespace, mark ?? ''))
      return { incarnation };
    return { clause: 'incarnation', why: unmarkedSince(namespace) };
  }

  /** The field is for scripts; anybody who writes to Redis can write it. */
  #isMarkedIn(incarnation: string, namespace: Namespace, mark: string): boolean {
    const { seal } = this.#deps;
    if (!seal.isOn) return true;
    const json = openPass(seal, namespace, 'mark', mark);
    return json !== undefined && (JSON.parse(json) as PassRecord).incarnation === incarnation;
  }

  async incarnation(): Promise<string | undefined> {
    return (await this.#look()).incarnation;
  }

  latest(): number {
    return this.#options.clock.now() + Math.max(0, this.#offsetMs);
  }

  earliest(): number {
    return this.#options.clock.now() + Math.min(0, this.#offsetMs);
  }

  async #look(): Promise<Seen> {
    try {
      const seen = await this.#ask();
      this.#blocker = seen.blocker;
      this.#failure = undefined;
      return seen;
    } catch (error) {
      const isAnswer = error instanceof Error && error.cause instanceof ReplyError;
      this.#failure = { why: messageOf(error), isAnswer };
      throw error;
    }
  }

  async #ask(): Promise<Seen> {
    const { connection } = this.#deps;
    // A single node may have the keys of this beat, and not those of the next script.
    if (connection.wrongKind) throw new StoreError(`Redis at ${connection.address}: ${connection.wrongKind}`);
    try {
      const askedAt = this.#options.clock.now();
      const { incarnation, redisTime, waitsFor } = await this.#beat.next();
      const answeredAt = this.#options.clock.now();
      // The smallest possible offset: Redis read its clock at an unknown moment between question and answer.
      const offsetMs = Math.min(0, redisTime - askedAt) + Math.max(0, redisTime - answeredAt);
      this.#offsetMs = Math.abs(offsetMs) < ALIKE_MS ? 0 : offsetMs;
      const problem =
        this.#options.durability === 'trusted'
          ? undefined
          : await connection.command('reading the settings of Redis', () => durabilityProblem(connection.primaries()));
      if (problem !== undefined) return { incarnation, blocker: { clause: 'durability', why: problem } };
      if (Math.abs(this.#offsetMs) > APART_MS)
        return { incarnation, blocker: { clause: 'clock', why: apart(this.#offsetMs) } };
      if (waitsFor > 0) return { incarnation, blocker: { clause: 'incarnation', why: uncompared(waitsFor) } };
      return { incarnation, blocker: undefined };
    } catch (error) {
      if (!(error instanceof TooFewReplicasError)) throw error;
      return { blocker: { clause: 'durability', why: messageOf(error) } };
    }
  }
}

/** The permit uses this text too. */
export function unmarkedSince(namespace: Namespace): string {
  return (
    `Redis was emptied, restored or rolled back, or is new: deletes of ${namespace} pause until it has ` +
    'finished a complete mark pass since'
  );
}

/** Instances look every few seconds; an instance that died with the old server is waited for only one minute. */
function uncompared(instances: number): string {
  const who = pluralize(instances, 'other instance has', 'other instances have');
  return `Redis restarted or failed over, and ${who} not yet compared it with their own records: deletes pause until then, for a minute at most`;
}

function apart(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const which = offsetMs > 0 ? 'ahead of' : 'behind';
  return `the clock of Redis is ${seconds} s ${which} the clock of this instance, so deletes pause: set both by NTP`;
}
