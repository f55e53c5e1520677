import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ReplyError } from 'ioredis';
import { messageOf } from '../core/errors.ts';
import { type RedisConnection, TIMED_OUT } from './connection.ts';

/** One atomic step: `lua/<name>.lua`, whose header says what each KEYS and ARGV is. */
export interface Script<K extends string> {
  readonly name: string;
  readonly source: string;
  readonly sha: string;
  /** In the order of the script's KEYS; a writing script has the operation's key before them. */
  readonly keys: readonly K[];
}

export interface ScriptCall<K extends string> {
  /** For the error: `applying 3 transitions in aws:test:us-east-1:image`. */
  readonly doing: string;
  readonly keys: Readonly<Record<K, string>>;
  readonly args: readonly (string | number)[];
}

export interface WritingCall<K extends string> extends ScriptCall<K> {
  readonly op: (operationId: string) => string;
  /** Absent = a new one. */
  readonly operationId?: string;
}

/** How long an operation is remembered, ms: longer than anybody goes on retrying it. */
const OPERATION_TTL_MS = 600_000;
const RETRIES = 2;
const RECONNECT_MS = 1_000;
const INCLUDE = /^-- include: (\w+)$/gm;

/** Reads the script next to this module; `-- include: x` is replaced by `lua/include/x.lua`. */
export function loadScript<K extends string>(name: string, keys: readonly K[]): Script<K> {
  const source = readLua(name);
  return { name, source, sha: createHash('sha1').update(source).digest('hex'), keys };
}

function readLua(name: string): string {
  const text = readFileSync(new URL(`./lua/${name}.lua`, import.meta.url), 'utf8');
  return text.replaceAll(INCLUDE, (_, part: string) => readLua(`include/${part}`));
}

/** Runs scripts by their hash, and by their text where Redis does not know it (any more). */
export class ScriptRunner {
  readonly #connection: RedisConnection;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  /** A script that only reads, or of which running twice does no harm; asked once. */
  read<K extends string>(script: Script<K>, call: ScriptCall<K>): Promise<unknown> {
    const keys = script.keys.map((key) => call.keys[key]);
    return this.#connection.command(call.doing, () => this.#evaluate(script, keys, call.args));
  }

  /**
   * A script that writes. A lost reply does not tell whether it ran, so it is asked again with the same operation
   * id, under which the script remembers its reply; then given up with `StoreError`.
   */
  write<K extends string>(script: Script<K>, call: WritingCall<K>): Promise<unknown> {
    const operation = call.op(call.operationId ?? randomUUID());
    const keys = [operation, ...script.keys.map((key) => call.keys[key])];
    const args = [OPERATION_TTL_MS, ...call.args];
    return this.#connection.command(call.doing, async () => {
      for (let retries = 0; ; retries += 1) {
        try {
          return await this.#evaluate(script, keys, args);
        } catch (error) {
          if (retries >= RETRIES || !isLostReply(error)) throw error;
          if (messageOf(error) === TIMED_OUT) await this.#connection.renew();
          await this.#reconnected();
        }
      }
    });
  }

  async #evaluate(script: Script<string>, keys: readonly string[], args: readonly (string | number)[]) {
    const { client } = this.#connection;
    try {
      return await client.evalsha(script.sha, keys.length, ...keys, ...args);
    } catch (error) {
      if (!messageOf(error).startsWith('NOSCRIPT')) throw error;
      return await client.eval(script.source, keys.length, ...keys, ...args);
    }
  }

  /** Gives a broken connection a moment to come back; the next attempt says whether it did. */
  async #reconnected(): Promise<void> {
    const done = new AbortController();
    const timer = delay(RECONNECT_MS, undefined, { signal: done.signal });
    await Promise.race([timer, this.#connection.whenReady(done.signal)]).catch(() => undefined);
    done.abort();
    await timer.catch(() => undefined);
  }
}

/** Sent, and no answer came: not what Redis refused, and not what never left. */
function isLostReply(error: unknown): boolean {
  return !(error instanceof ReplyError) && !messageOf(error).startsWith("Stream isn't writeable");
}
