import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import {
  type CallCounts,
  FIGURES_EVERY_MS,
  type InstanceFiguresStore,
  type QueueDepth,
} from '../core/policy/instanceFigures.ts';
import { VERSION } from './version.ts';

interface FiguresDeps {
  readonly store: InstanceFiguresStore;
  readonly log: Pick<Logger, 'debug'>;
  readonly now: () => number;
  /** Of this instance, as among the live ones. */
  readonly id: string;
  readonly concurrency: number;
  readonly calls: CallCounts;
  readonly queue: () => { counts(): Promise<QueueDepth> } | undefined;
}

/**
 * Publishes the figures of this instance from now on. They are for people: a failure is tried again at the next turn.
 * @returns ends it
 */
export function publishFigures(deps: FiguresDeps): () => Promise<void> {
  const { store, log, now, id, concurrency, calls, queue } = deps;
  const startedAt = now();
  const publish = async () => {
    try {
      const depth = await queue()?.counts();
      const own = { version: VERSION, startedAt, at: now(), concurrency, ...calls.figures() };
      await store.publish(id, { ...own, ...(depth ? { queue: depth } : {}) });
    } catch (error) {
      log.debug({ problem: messageOf(error) }, 'the figures of this instance were not published');
    }
  };
  let last = publish();
  const timer = setInterval(() => {
    last = last.then(publish);
  }, FIGURES_EVERY_MS).unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
