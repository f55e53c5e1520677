import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { withTimeout } from '../core/common/withTimeout.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { WorkItem } from '../core/work/work.ts';
import type { ItemEnd } from './events.ts';
import type { Delivery } from './itemRunner.ts';

/** How often Holystone looks at resources in quarantine that no survey reads. */
export const GIVE_BACK_EVERY_MS = 5 * 60_000;

/** Runs an item in this process and outside the queue, which is paused while the service is out. */
export type RunNow = (item: WorkItem, stop: AbortController) => Promise<ItemEnd>;

/** Looks at one namespace after the other, beside the ticks; stops when the service is in again. */
export class GivingBack {
  readonly #run: RunNow;
  readonly #logger: Logger;
  #round: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

  constructor(run: RunNow, logger: Logger) {
    this.#run = run;
    this.#logger = logger;
  }

  /** Begins a round, unless the last one is still running. */
  begin(namespaces: readonly Namespace[]): void {
    if (this.#round || namespaces.length === 0) return;
    const stop = new AbortController();
    const ended = this.#walk(namespaces, stop).finally(() => {
      this.#round = undefined;
    });
    this.#round = { stop, ended };
  }

  /** Stops the round at its next safe point; waits for it, at most `graceMs`. */
  async stop(reason: Error, graceMs: number): Promise<void> {
    const round = this.#round;
    round?.stop.abort(reason);
    if (round) await withTimeout(round.ended, graceMs);
  }

  /** Never rejects. */
  async #walk(namespaces: readonly Namespace[], stop: AbortController): Promise<void> {
    for (const namespace of namespaces) {
      if (stop.signal.aborted) return;
      try {
        const end = await this.#lookAt(namespace, stop.signal);
        if (end.kind !== 'failed') continue;
        this.#logger.warn({ namespace, problem: end.error.message }, 'the quarantine could not be checked');
      } catch (error) {
        this.#logger.warn({ namespace, problem: messageOf(error) }, 'the quarantine could not be checked');
      }
    }
  }

  /** A controller per run: the runner aborts it (budget, deadline, lock), which must not stop any other run. */
  async #lookAt(namespace: Namespace, round: AbortSignal): Promise<ItemEnd> {
    const stop = new AbortController();
    const onRoundStop = () => stop.abort(round.reason);
    round.addEventListener('abort', onRoundStop);
    try {
      return await this.#run({ kind: 'release', namespace }, stop);
    } finally {
      round.removeEventListener('abort', onRoundStop);
    }
  }
}

/** A run outside the queue: the first try, and nothing cuts it off. */
export function atOnce(stop: AbortController): Delivery {
  return { kills: 0, retry: false, stop, cut: new AbortController().signal };
}
