import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkItem } from '../core/work/work.ts';
import { jobId, jobName } from './workItem.ts';

export const QUEUE_NAME = 'work';
/** The braces put all keys of the queue into one cluster slot, which its scripts need. */
export const QUEUE_PREFIX = 'holystone:{queue}';

/** The progress of an item that met the lock of its namespace. */
export const MET_LOCK = 'met the lock';

/** Tries of one item; the delay doubles each time, with jitter. */
const ATTEMPTS = 5;

/** The daemon passes `onError` alone; tests shorten the delay. */
export interface WorkQueueOptions {
  /** First delay before a failed item is tried again, ms. Default 5 s. */
  readonly backoffMs?: number;
  /** Gets each error of the connection to Redis; the queue connects again by itself. */
  readonly onError: (error: Error) => void;
}

/** The limits of the fleet's work. */
export interface Throttle {
  readonly capacity: number;
  readonly paused: boolean;
}

/** The fleet's work items in Redis. It is no source of truth: a wipe is always safe (docs/architecture.md, "Redis"). */
export class WorkQueue {
  readonly #queue: Queue;
  readonly #backoffMs: number;

  /** @param redis from `connectQueue`; stays open after `close` */
  constructor(redis: Redis, options: WorkQueueOptions) {
    this.#backoffMs = options.backoffMs ?? 5_000;
    this.#queue = new Queue(QUEUE_NAME, {
      connection: redis,
      prefix: QUEUE_PREFIX,
      streams: { events: { maxLen: 1_000 } },
    });
    this.#queue.on('error', options.onError);
  }

  /** Adds the items that are not waiting, delayed or running already; returns their number. */
  async add(items: readonly WorkItem[]): Promise<number> {
    const missing = await this.missing(items);
    // Another instance may add the same item in between: the job id makes them one.
    await this.#queue.addBulk(missing.map((item) => ({ name: jobName(item), data: item, opts: this.#options(item) })));
    return missing.length;
  }

  /** The items that are not waiting, delayed or running. */
  async missing<T extends WorkItem>(items: readonly T[]): Promise<readonly T[]> {
    const present = await Promise.all(items.map((item) => this.has(item)));
    return items.filter((_, index) => !present[index]);
  }

  /** Is it waiting, delayed or running? */
  async has(item: WorkItem): Promise<boolean> {
    return (await this.#queue.getJobState(jobId(item))) !== 'unknown';
  }

  /** Those that wait because they met a lock come next; another instance may do the same. */
  async wake(items: readonly WorkItem[]): Promise<void> {
    for (const item of items) {
      const job = await this.#queue.getJob(jobId(item));
      if (job?.progress === MET_LOCK && (await job.isDelayed())) await job.promote().catch(() => undefined);
    }
  }

  /**
   * Sets capacity and pause, whatever they were: an emptied Redis has lost both.
   * Capacity 0 pauses.
   */
  async throttle({ capacity, paused }: Throttle): Promise<void> {
    if (paused || capacity === 0) {
      if (!(await this.#queue.isPaused())) await this.#queue.pause();
      return;
    }
    const known = await this.#queue.getGlobalConcurrency();
    if (known !== capacity) await this.#queue.setGlobalConcurrency(capacity);
    // Also wakes the workers that saw a full queue.
    if (known !== capacity || (await this.#queue.isPaused())) await this.#queue.resume();
  }

  /** Is a notify pass still to come? A failed one that waits for its next try does not count. */
  async awaitsNotify(): Promise<boolean> {
    const jobs = await this.#queue.getJobs(['waiting', 'active', 'delayed']);
    return jobs.some((job) => job?.name === 'notify' && job.attemptsMade === 0);
  }

  /** Items per state, for gauges. */
  async counts(): Promise<{ readonly waiting: number; readonly active: number; readonly delayed: number }> {
    const counts = await this.#queue.getJobCounts('waiting', 'active', 'delayed');
    const { waiting = 0, active = 0, delayed = 0 } = counts;
    return { waiting, active, delayed };
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  #options(item: WorkItem): JobsOptions {
    return {
      jobId: jobId(item),
      attempts: ATTEMPTS,
      backoff: { type: 'exponential', delay: this.#backoffMs, jitter: 0.5 },
      // A kept job would swallow every later add of the same id.
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    };
  }
}
