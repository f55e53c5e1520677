/**
 * The answers of AWS to one survey, for the next surveys of the same account: only the calls that differ are sent
 * again, through the whole SDK. The others get the recorded answer, which the SDK parsed from the sandbox's bytes.
 */
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { RunningSandbox } from '../../sandbox/aws/index.ts';
import type { SharedClientPool } from '../../src/handlers/contract/clientPool.ts';
import { frozen } from './frozen.ts';
import { InProcessClients, type SdkClient } from './inProcess.ts';
import { KeptClients } from './keptClients.ts';

/** One call of a survey. */
export interface SurveyCall {
  /** The name that the configuration gives the account. */
  readonly account: string;
  /** As its table in `calls/` names it. */
  readonly service: string;
  readonly operation: string;
  /** Its number among the calls of this operation in this account, from 1. */
  readonly nth: number;
}

export class RecordedAws {
  readonly #kept: SharedClientPool;
  readonly #answers = new Map<string, object>();
  readonly #counts = new Map<string, number>();
  #isSent: (call: SurveyCall) => boolean = () => true;
  #isRecording = false;

  constructor(sandbox: RunningSandbox) {
    this.#kept = new InProcessClients(sandbox, (key, client) => this.#record(key, client));
  }

  /**
   * New clients, which prove their accounts, send every call and record its answer. Clears the records of the account
   * before.
   */
  record(): SharedClientPool {
    this.#kept.close();
    this.#answers.clear();
    return this.#begin(true, () => true);
  }

  /**
   * The same clients, without what a source caches: they send only these calls, and those without a recorded answer. A
   * call that failed has none.
   */
  replay(isSent: (call: SurveyCall) => boolean = () => false): SharedClientPool {
    return this.#begin(false, isSent);
  }

  /** The same, but clients of these services are new, read their settings and send every call. */
  replayWithNew(isNew: (service: string) => boolean): SharedClientPool {
    return this.#begin(false, () => false, isNew);
  }

  close(): void {
    this.#kept.close();
  }

  #begin(
    isRecording: boolean,
    isSent: (call: SurveyCall) => boolean,
    isNew: (service: string) => boolean = () => false,
  ): SharedClientPool {
    this.#counts.clear();
    this.#isRecording = isRecording;
    this.#isSent = isSent;
    // Clients, credentials and checks of accounts are kept from survey to survey, and nothing that a source caches.
    return new KeptClients(
      this.#kept,
      (key) => /^aws\/[^/]+\/([^/]+\/)?reader\//.test(key) && !isNew(key.split('/')[4] ?? ''),
    );
  }

  #record(key: string, client: SdkClient): void {
    const [, account = '', , , service = ''] = key.split('/');
    const send = client.send.bind(client);
    client.send = async (command, ...options) => {
      const operation = command.constructor.name.replace(/Command$/, '');
      const counted = `${account}/${operation}`;
      const nth = (this.#counts.get(counted) ?? 0) + 1;
      this.#counts.set(counted, nth);
      const asked = `${key} ${operation} ${keyOf(command.input)}`;
      const known = this.#answers.get(asked);
      if (known !== undefined && !this.#isSent({ account, service, operation, nth })) {
        // As on a socket, other code gets a turn before the answer.
        await setImmediate();
        return known;
      }
      const answer = await send(command, ...options);
      if (this.#isRecording) this.#answers.set(asked, frozen(answer));
      return answer;
    };
  }
}

const digests = new WeakMap<object, string>();

/** Of an input. The pages of one listing share its large members, such as the queries of `GetMetricData`. */
function keyOf(input: object): string {
  return JSON.stringify(Object.entries(input).map(([name, value]) => [name, isLarge(value) ? digestOf(value) : value]));
}

function isLarge(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 1;
}

function digestOf(value: readonly unknown[]): string {
  const digest = digests.get(value) ?? createHash('sha1').update(JSON.stringify(value)).digest('base64');
  digests.set(value, digest);
  return digest;
}
