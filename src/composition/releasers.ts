import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';

/** Everything that was acquired, released last-in-first-out; a failed release does not stop the others. */
export class Releasers {
  readonly #log: Logger;
  readonly #stack: { readonly name: string; readonly release: () => Promise<unknown> }[] = [];

  constructor(log: Logger) {
    this.#log = log;
  }

  push(name: string, release: () => Promise<unknown>): void {
    this.#stack.push({ name, release });
  }

  async release(): Promise<void> {
    for (let item = this.#stack.pop(); item; item = this.#stack.pop()) {
      try {
        await item.release();
      } catch (error) {
        this.#log.warn({ what: item.name, problem: messageOf(error) }, 'releasing failed');
      }
    }
  }
}
