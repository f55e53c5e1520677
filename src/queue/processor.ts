import { DelayedError, type Job, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../core/common/logger.ts';
import { withTimeout } from '../core/common/withTimeout.ts';
import type { Control } from '../core/policy/fleet.ts';
import { StopError, type StopReason } from '../core/policy/stop.ts';
import { describeItem, type WorkItem } from '../core/work/work.ts';
import type { ItemEnd, Observe } from './events.ts';
import type { ItemRunner } from './itemRunner.ts';
import { ProblemLog } from './problemLog.ts';
import { isOutOfService } from './service.ts';
import { providerOf, type UnitTurns } from './unitTurns.ts';
import { readItem } from './workItem.ts';
import { MET_LOCK, QUEUE_NAME, QUEUE_PREFIX } from './workQueue.ts';

/** BullMQ's own limit is the backstop; `ItemRunner` parks an item earlier, and reports it. */
const MAX_STALLED_COUNT = 3;
/** The longest wait until Redis knows that an item was cut off, ms. */
const GIVE_BACK_MS = 1_000;
/** Where no item runs, only Redis can keep the worker from closing. */
const IDLE_MS = 5_000;

/** The daemon passes these for the one worker of its process. */
export interface ProcessorDependencies {
  /** From `connectQueue`; stays open. */
  readonly redis: Redis;
  readonly items: ItemRunner;
  /** Absent: units need no place. */
  readonly turns?: Pick<UnitTurns, 'dispatch' | 'wait' | 'wake'>;
  readonly control: Control;
  readonly logger: Logger;
  readonly observe: Observe;
  /** An item does not end: the process should end, so that another one takes over. */
  readonly onStuck: (item: WorkItem) => void;
}

/** The times that decide how soon the fleet notices a dead worker or a change of the control. */
export interface ProcessorOptions {
  /** Items at once in this process. */
  readonly concurrency: number;
  /** Another worker takes a dead worker's item within this time, ms: the same as the namespace lock's. Default 30 s. */
  readonly lockTtlMs?: number;
  /** How often `control` is read while items are running. Default 1 s. */
  readonly controlPollMs?: number;
}

/** Takes items from the queue and runs them, several at once. */
export class WorkProcessor {
  readonly #deps: ProcessorDependencies;
  readonly #options: ProcessorOptions;
  readonly #worker: Worker;
  readonly #problems: ProblemLog;
  readonly #dispatches = new Set<Promise<void>>();
  readonly #running = new Set<{ readonly stop: AbortController; readonly cut: AbortController }>();
  readonly #onReady = () => this.#problems.solved('queue');
  #watch: NodeJS.Timeout | undefined;
  #stopping: Promise<boolean> | undefined;

  constructor(dependencies: ProcessorDependencies, options: ProcessorOptions) {
    this.#deps = dependencies;
    this.#options = options;
    this.#problems = new ProblemLog(dependencies.logger);
    const ttlMs = options.lockTtlMs ?? 30_000;
    this.#worker = new Worker(QUEUE_NAME, (job, token) => this.#process(job, token), {
      connection: dependencies.redis,
      prefix: QUEUE_PREFIX,
      autorun: false,
      concurrency: options.concurrency,
      // Noticed at the latest one check after the job's lock expires: after 2/3 + 1/6 of the namespace lock's time.
      lockDuration: Math.ceil((ttlMs * 2) / 3),
      stalledInterval: Math.ceil(ttlMs / 6),
      maxStalledCount: MAX_STALLED_COUNT,
      // The longest pause, s, of a worker that saw a full or empty queue.
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
    this.#listen();
  }

  /** Items running here now. */
  get running(): number {
    return this.#running.size;
  }

  start(): void {
    const pollMs = this.#options.controlPollMs ?? 1_000;
    this.#watch = setInterval(() => void this.#stopWhenOutOfService(), pollMs).unref();
    this.#worker.run().catch((error: Error) => this.#redisProblem(error));
  }

  /**
   * Takes no new items, signals running items to stop at a safe point and gives them back; all locks are free
   * afterwards. `false` when an item has not ended after `graceMs`: it is cut off, and its lock expires by itself.
   */
  stop(graceMs: number): Promise<boolean> {
    this.#stopping ??= this.#stop(graceMs);
    return this.#stopping;
  }

  async #stop(graceMs: number): Promise<boolean> {
    clearInterval(this.#watch);
    this.#deps.redis.removeListener('ready', this.#onReady);
    const closed = this.#worker
      .close()
      .then(() => Promise.all(this.#dispatches))
      .then(() => true);
    this.#abortAll('shutdown');
    const mostMs = this.#running.size === 0 ? Math.min(graceMs, IDLE_MS) : graceMs;
    if (await withTimeout(closed, mostMs)) return true;
    for (const { cut } of this.#running) cut.abort();
    // A Redis that hangs ends no connection either.
    if (!(await withTimeout(closed, GIVE_BACK_MS)))
      await withTimeout(this.#worker.disconnect(), GIVE_BACK_MS).catch(() => {});
    return false;
  }

  async #process(job: Job, token: string | undefined): Promise<void> {
    const item = readItem(job.data);
    if (!item) {
      this.#deps.logger.warn({ jobId: job.id }, 'unreadable work item dropped');
      return;
    }
    const startedAt = performance.now();
    const run = { stop: new AbortController(), cut: new AbortController() };
    if (this.#stopping) run.stop.abort(new StopError('shutdown'));
    this.#running.add(run);
    try {
      const delivery = {
        kills: job.stalledCounter,
        retry: job.attemptsMade > 0,
        stop: run.stop,
        cut: run.cut.signal,
      };
      const end = await this.#deps.items.run(item, delivery);
      this.#deps.observe({ kind: 'item', item, end, ms: performance.now() - startedAt });
      this.#log(item, end);
      await this.#settle(job, token, item, end);
    } finally {
      this.#running.delete(run);
    }
  }

  /** Reports the end to BullMQ: return = done, `DelayedError` = moved already, any other error = failed. */
  async #settle(job: Job, token: string | undefined, item: WorkItem, end: ItemEnd): Promise<void> {
    if (end.kind === 'failed') {
      if (end.stuck) this.#deps.onStuck(item);
      throw end.error;
    }
    if (end.kind !== 'givenBack') return;
    const { turns } = this.#deps;
    // It left its place; the next one is for due units first.
    if (turns && end.why === 'budget' && item.kind === 'pass') return void (await turns.wait([item]));
    // Without the job's lock the job cannot be moved, and must not be: another worker has it already.
    const metLock = end.why === 'contended';
    try {
      if (metLock !== (job.progress === MET_LOCK)) await job.updateProgress(metLock ? MET_LOCK : 0);
      await job.moveToDelayed(Date.now() + end.delayMs, token);
    } catch (error) {
      this.#redisProblem(error as Error);
    }
    this.#dispatch(job, metLock);
    throw new DelayedError();
  }

  /** A place may be free: its provider's next unit gets it. So is the lock, unless the item met it. */
  #dispatch(job: Job | undefined, metLock = false): void {
    const item = readItem(job?.data);
    const { turns } = this.#deps;
    if (item?.kind !== 'pass' || this.#stopping || !turns) return;
    const provider = providerOf(item.namespace);
    const dispatch = metLock
      ? turns.dispatch(provider)
      : turns.wake(item.namespace).then(() => turns.dispatch(provider));
    this.#dispatches.add(dispatch);
    void dispatch.then(() => this.#dispatches.delete(dispatch));
  }

  #log(item: WorkItem, end: ItemEnd): void {
    const subject = describeItem(item);
    const { logger } = this.#deps;
    if (end.kind === 'failed') this.#problems.report(subject, 'work item failed, it will be retried', end.error);
    else if (end.kind === 'parked') logger.error({ subject, kills: end.kills }, 'work item parked until its next slot');
    else if (end.kind === 'done') this.#problems.solved(subject);
    logger.debug({ subject, end: end.kind, why: 'why' in end ? end.why : undefined }, 'work item ended');
  }

  async #stopWhenOutOfService(): Promise<void> {
    if (this.#running.size === 0) return;
    try {
      if (isOutOfService(await this.#deps.control.read())) this.#abortAll('outOfService');
    } catch {
      // An unreadable control does no harm here: without it no permit is given either.
    }
  }

  #abortAll(reason: StopReason): void {
    for (const { stop } of this.#running) stop.abort(new StopError(reason));
  }

  #listen(): void {
    this.#worker.on('error', (error) => this.#redisProblem(error));
    this.#deps.redis.on('ready', this.#onReady);
    // Only now is the job gone from the queue, where it would hide a new one of the same pass.
    this.#worker.on('completed', (job) => this.#dispatch(job));
    this.#worker.on('failed', (job) => this.#dispatch(job));
    this.#worker.on('stalled', (jobId) => {
      this.#deps.logger.warn({ jobId }, 'a worker died during a work item, another worker takes it over');
      this.#deps.observe({ kind: 'takenOver', jobId });
    });
  }

  #redisProblem(error: Error): void {
    if (this.#stopping) return;
    this.#problems.report('queue', 'the queue cannot be read', error);
    this.#deps.observe({ kind: 'redisProblem', problem: error.message });
  }
}
