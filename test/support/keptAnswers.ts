/**
 * The answers of AWS to reads, while the sandbox would give the same ones: the SDK's work for a read is most of the work of a
 * suite that surveys one account again and again. The sandbox says when an answer may differ, and logs each call,
 * whether it was sent or not. Calls that prove an account are always sent.
 */
import { setImmediate } from 'node:timers/promises';
import type { HttpHandlerOptions } from '@smithy/types';
import type { RunningSandbox } from '../../sandbox/aws/index.ts';
import type { Repeatable, Repeats } from '../../sandbox/aws/repeats.ts';
import { decodedFor } from '../../src/handlers/aws/wire/wire.ts';
import { frozen } from './frozen.ts';
import { type SdkClient, throwIfAborted } from './inProcess.ts';

interface Kept {
  readonly answer: object;
  readonly repeatable: Repeatable;
}

const PROOF = /^(AssumeRole|GetCallerIdentity|ListAccountAliases)/;

export class KeptAnswers {
  readonly #repeats: Repeats;
  readonly #kept = new Map<string, Kept>();

  constructor({ repeats }: Pick<RunningSandbox, 'repeats'>) {
    this.#repeats = repeats;
  }

  /** @param key of the client in its pool: clients with the same key get the same answers */
  readonly share = (key: string, client: SdkClient): void => {
    const send = client.send.bind(client);
    client.send = async (command, ...options) => {
      const { changes } = this.#repeats;
      const decoded = decodedFor(command.input as object);
      const asked = `${key} ${command.constructor.name} ${JSON.stringify([command.input, decoded])}`;
      const known = await this.#again(asked, options);
      if (known) return known;
      const answer = await send(command, ...options);
      const { $metadata } = answer as { readonly $metadata?: { readonly requestId?: string } };
      const repeatable = this.#repeats.of($metadata?.requestId ?? '', changes);
      // A stream can be read once.
      const isKept = repeatable && !('Body' in answer) && !PROOF.test(command.constructor.name);
      if (isKept) this.#kept.set(asked, { answer: frozen(answer), repeatable });
      return answer;
    };
  };

  async #again(asked: string, options: readonly unknown[]): Promise<object | undefined> {
    const known = this.#kept.get(asked);
    if (!known) return;
    const [given = {}] = options as readonly HttpHandlerOptions[];
    // As on a socket, other code gets a turn before the answer and after it.
    await setImmediate();
    throwIfAborted(given);
    if (!this.#repeats.again(known.repeatable)) return;
    await setImmediate();
    throwIfAborted(given);
    return known.answer;
  }
}
