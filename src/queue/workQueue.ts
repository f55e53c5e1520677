import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { WorkItem } from '../core/work/work.ts';
import { jobId, jobName } from './workItem.ts';

export const QUEUE_NAME = 'work';
/** The braces put all keys of the queue into one cluster slot, which its scripts need. */
export const QUEUE_PREFIX = 'holystone:{queue}';

/** Tries of one item; the delay between two is doubled each time, with jitter. */
const ATTEMPTS = 5;

export interface WorkQueueOptions {
  /** First delay before a failed item is tried again, ms. Default 5 s. */
  readonly backoffMs?: number;
  readonly onError: (error: Error) => void;
}

/** What the fleet may do at once. */
export interface Throttle {
  readonly capacity: number;
  readonly paused: boolean;
}

/** The fleet's work items in Redis. It holds no truth: wiping it is always safe (docs/architecture.md, "Redis"). */
export class WorkQueue {
  readonly #queue: Queue;
  readonly #backoffMs: number;

  /** @param redis from `connectQueue`; stays open when the queue is closed */
  constructor(redis: Redis, options: WorkQueueOptions) {
    this.#backoffMs = options.backoffMs ?? 5_000;
    this.#queue = new Queue(QUEUE_NAME, {
      connection: redis,
      prefix: QUEUE_PREFIX,
      streams: { events: { maxLen: 1_000 } },
    });
    this.#queue.on('error', options.onError);
  }

  /** Adds what is not waiting, delayed or running already; answers how many that were. */
  async add(items: readonly WorkItem[]): Promise<number> {
    const present = await Promise.all(items.map((item) => this.has(item)));
    const missing = items.filter((_, index) => !present[index]);
    // Another instance may add the same in between: the id makes it one.
    await this.#queue.addBulk(missing.map((item) => ({ name: jobName(item), data: item, opts: this.#options(item) })));
    return missing.length;
  }

  /** Is it waiting, delayed or running? */
  async has(item: WorkItem): Promise<boolean> {
    return (await this.#queue.getJobState(jobId(item))) !== 'unknown';
  }

  /**
   * Puts capacity and pause in force, whatever they were: a Redis that was emptied forgot both.
   * Capacity 0 pauses.
   */
  async throttle({ capacity, paused }: Throttle): Promise<void> {
    if (paused || capacity === 0) {
      if (!(await this.#queue.isPaused())) await this.#queue.pause();
      return;
    }
    const known = await this.#queue.getGlobalConcurrency();
    if (known !== capacity) await this.#queue.setGlobalConcurrency(capacity);
    // Also wakes the workers that found the queue full.
    if (known !== capacity || (await this.#queue.isPaused())) await this.#queue.resume();
  }

  /** Is a notify pass still to come? One that failed and waits for its next try does not count. */
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
