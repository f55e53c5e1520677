import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { withTimeout } from '../core/common/withTimeout.ts';

/** For all of them together: with the grace of the work it stays below the 35 s after which compose and Kubernetes kill. */
const RELEASE_MS = 5_000;

/**
 * Everything that was acquired, released last-in-first-out; a release that fails, or does not end because a server
 * hangs, does not stop the others.
 */
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
    const endsAt = performance.now() + RELEASE_MS;
    for (let item = this.#stack.pop(); item; item = this.#stack.pop()) {
      try {
        const released = item.release().then(() => true);
        if (!(await withTimeout(released, Math.max(0, endsAt - performance.now()))))
          this.#log.warn({ what: item.name }, 'not released in time');
      } catch (error) {
        this.#log.warn({ what: item.name, problem: messageOf(error) }, 'releasing failed');
      }
    }
  }
}
