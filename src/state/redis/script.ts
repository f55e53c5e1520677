import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import type { RedisConnection } from './connection.ts';
import { TIMED_OUT } from './redisProblem.ts';

/** One atomic step: `lua/<name>.lua`, whose header explains each KEYS and ARGV. */
export interface Script<K extends string> {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
  /** In the order of the script's KEYS; a writing script has the operation's key before them. */
  readonly keys: readonly K[];
  /** The source has `-- replicated`: a write counts only when enough replicas have it too. */
  readonly isReplicated: boolean;
  /** The source reads Redis's business time; its last ARGV is the shift of that time, ms. */
  readonly isTimed: boolean;
}

type Argument = string | number | Buffer;

/** One call of a script that only reads. */
export interface ScriptCall<K extends string> {
  /** For the error: `applying 3 transitions in aws:test:us-east-1:image`. */
  readonly operation: string;
  readonly keys: Readonly<Record<K, string>>;
  readonly args: readonly Argument[];
}

/** One call of a script that writes; run twice with one operation id, it counts once. */
export interface WritingCall<K extends string> extends ScriptCall<K> {
  readonly op: (operationId: string) => string;
  /** Absent = a new one. */
  readonly operationId?: string;
  /** For scripts that need replicas only for some calls. */
  readonly isReplicated?: boolean;
  /**
   * Return only when this process would notice a loss of the write: a later beat is written and remembered, so that a
   * Redis that falls back behind the write is recognized.
   */
  readonly isWitnessed?: boolean;
  /** Wait for a broken connection also when the command certainly never left: the caller cannot repeat it. */
  readonly isPatient?: boolean;
  /** The runner calls it before it gives up, when Redis may have stored the write all the same. */
  readonly ifUnconfirmed?: () => void;
}

/** The state in Redis passes these once for all scripts. */
export interface ScriptRunnerOptions {
  /** How many replicas must have the writes of a replicated script. Default 0. */
  readonly replicas?: number;
  /** Writes a beat, and remembers it. */
  readonly witness?: () => Promise<unknown>;
  /** Shift of Redis's business time, ms; only for tests that run at another time. */
  readonly timeShiftMs?: () => number;
}

/** The primary has the write, but too few replicas have it: a failover could lose it. */
export class TooFewReplicasError extends StoreError {}

/** How long Redis remembers an operation, ms: longer than any caller retries it. */
const OPERATION_TTL_MS = 600_000;
const RETRIES = 2;
const RECONNECT_MS = 1_000;
/** Time for the replicas, ms; well below the time-out of a command, because all later commands wait behind it. */
const REPLICAS_MS = 500;
const REDIRECTIONS = 5;
const INCLUDE = /^-- include: (\w+)$/gm;

/** Reads the script next to this module; `-- include: x` is replaced by `lua/include/x.lua`. */
export function loadScript<K extends string>(name: string, keys: readonly K[]): Script<K> {
  const source = readLua(name);
  return {
    name,
    source,
    sha: createHash('sha1').update(source).digest('hex'),
    keys,
    isReplicated: /^-- replicated$/m.test(source),
    isTimed: source.includes('function businessNow('),
  };
}

function readLua(name: string): string {
  const text = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8');
  return text.replaceAll(INCLUDE, (_, part: string) => readLua(`include/${part}`));
}

/** Runs scripts by their hash, and by their text when Redis does not know the hash (any more). */
export class ScriptRunner {
  readonly #connection: RedisConnection;
  readonly #replicas: number;
  readonly #witness: () => Promise<unknown>;
  readonly #timeShiftMs: () => number;

  constructor(connection: RedisConnection, options: ScriptRunnerOptions = {}) {
    const { replicas = 0, witness = async () => undefined, timeShiftMs = () => 0 } = options;
    this.#connection = connection;
    this.#replicas = replicas;
    this.#witness = witness;
    this.#timeShiftMs = timeShiftMs;
  }

  /** Runs a script that only reads, or that may safely run twice; no retry. */
  read<K extends string>(script: Script<K>, call: ScriptCall<K>): Promise<unknown> {
    const keys = script.keys.map((key) => call.keys[key]);
    return this.#connection.command(call.operation, () => this.#evaluate(script, keys, this.#timed(script, call.args)));
  }

  /**
   * Runs a script that writes. A lost reply does not show whether it ran, so it is sent again with the same operation
   * id, under which the script remembers its reply; after the retries it throws `StoreError`.
   * @throws TooFewReplicasError when the primary has it, but a failover could lose it
   */
  async write<K extends string>(script: Script<K>, call: WritingCall<K>): Promise<unknown> {
    const reply = await this.#write(script, call);
    if (!call.isWitnessed) return reply;
    try {
      await this.#witness();
    } catch (error) {
      call.ifUnconfirmed?.();
      throw error;
    }
    return reply;
  }

  #write<K extends string>(script: Script<K>, call: WritingCall<K>): Promise<unknown> {
    const operationKey = call.op(call.operationId ?? randomUUID());
    const keys = [operationKey, ...script.keys.map((key) => call.keys[key])];
    const args = this.#timed(script, [OPERATION_TTL_MS, ...call.args]);
    const isReplicated = this.#replicas > 0 && (call.isReplicated ?? script.isReplicated);
    return this.#connection.command(call.operation, async () => {
      let isUnconfirmed = false;
      for (let retries = 0; ; retries += 1) {
        try {
          return await (isReplicated
            ? this.#evaluateReplicated(script, call.operation, keys, args)
            : this.#evaluate(script, keys, args));
        } catch (error) {
          isUnconfirmed ||= isLostReply(error) || error instanceof TooFewReplicasError;
          const isRepeated = isLostReply(error) || (call.isPatient && neverLeft(error));
          if (retries >= RETRIES || !isRepeated) {
            if (isUnconfirmed) call.ifUnconfirmed?.();
            throw error;
          }
          if (messageOf(error) === TIMED_OUT) await this.#connection.renew();
          await this.#reconnected();
        }
      }
    });
  }

  async #evaluate(script: Script<string>, keys: readonly string[], args: readonly Argument[]) {
    const { client } = this.#connection;
    try {
      return await client.evalsha(script.sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
      return await client.eval(script.source, keys.length, ...keys, ...args);
    }
  }

  /**
   * The script, a write that is certainly after it, and `WAIT` for that write, in one pipeline: a bare `WAIT` may reach
   * another node of a cluster, and on a new connection it returns at once. A script that stored no operation key wrote
   * nothing, and needs no replica.
   */
  async #evaluateReplicated(
    script: Script<string>,
    operation: string,
    keys: readonly string[],
    args: readonly Argument[],
  ) {
    const [operationKey = ''] = keys;
    const { client } = this.#connection;
    const { sha, source } = script;
    let isKnown = true;
    for (let redirections = 0; ; ) {
      const pipeline = client.pipeline();
      if (isKnown) pipeline.evalsha(sha, keys.length, ...keys, ...args);
      else pipeline.eval(source, keys.length, ...keys, ...args);
      const results = await pipeline.pexpire(operationKey, OPERATION_TTL_MS).wait(this.#replicas, REPLICAS_MS).exec();
      const [[failure, reply] = [], [, remembered] = [], [, acknowledged] = []] = results ?? [];
      const error = failure ?? results?.find(([problem]) => problem)?.[0];
      if (!error) {
        if (remembered === 1 && Number(acknowledged) < this.#replicas)
          throw tooFew(operation, Number(acknowledged), this.#replicas);
        return reply;
      }
      const message = messageOf(error);
      if (isKnown && message.startsWith('NOSCRIPT')) isKnown = false;
      else if (!/^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN) /.test(message) || ++redirections > REDIRECTIONS) throw error;
      // A single command follows the redirection and the client learns the node; a pipeline with WAIT does not.
      else await client.pttl(operationKey);
    }
  }

  #timed(script: Script<string>, args: readonly Argument[]): readonly Argument[] {
    return script.isTimed ? [...args, Math.round(this.#timeShiftMs())] : args;
  }

  /** Gives a broken connection a moment to return; the next attempt shows whether it did. */
  async #reconnected(): Promise<void> {
    const done = new AbortController();
    const timer = delay(RECONNECT_MS, undefined, { signal: done.signal });
    await Promise.race([timer, this.#connection.whenReady(done.signal)]).catch(() => undefined);
    done.abort();
    await timer.catch(() => undefined);
  }
}

function tooFew(operation: string, have: number, need: number): TooFewReplicasError {
  return new TooFewReplicasError(
    `${operation}: not safely stored: ${have} of ${need} replicas have it; check that the replicas of Redis run, and try again`,
  );
}

/** The command left and no reply came; neither refused by Redis nor never sent. */
function isLostReply(error: unknown): boolean {
  return (
    (error as { name?: unknown } | undefined)?.name !== 'ReplyError' &&
    !(error instanceof StoreError) &&
    !neverLeft(error)
  );
}

function neverLeft(error: unknown): boolean {
  return messageOf(error).startsWith("Stream isn't writeable");
}
