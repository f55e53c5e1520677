/**
 * Several instances' queue, manager and processor in one process, on one real Redis. The stores behind the ports
 * are doubles that say what the test wants; the runner records what it is asked to do.
 */
import type { Redis } from 'ioredis';
import type { Clock } from '../../src/core/clock.ts';
import { StoreError } from '../../src/core/errors.ts';
import type { Logger } from '../../src/core/logger.ts';
import type { Mark } from '../../src/core/mark.ts';
import type { Namespace } from '../../src/core/namespace.ts';
import type { Approval, PassRecord } from '../../src/core/pass.ts';
import type { Control, ControlState, Lease, MarkStore, OptOutStore, Outbox, PassStore } from '../../src/core/ports.ts';
import type { WorkItem, WorkRunner } from '../../src/core/work.ts';
import type { Action, WorkConfiguration } from '../../src/core/workConfiguration.ts';
import { connectQueue, disconnect } from '../../src/queue/connection.ts';
import type { QueueEvent } from '../../src/queue/events.ts';
import { ItemRunner, type ItemTimes } from '../../src/queue/itemRunner.ts';
import { RedisNamespaceLock } from '../../src/queue/lock.ts';
import { WorkQueueManager } from '../../src/queue/manager.ts';
import { type ProcessorOptions, WorkProcessor } from '../../src/queue/processor.ts';
import { WorkQueue } from '../../src/queue/workQueue.ts';
import { RedisConnection } from '../../src/state/connection.ts';
import { namespaceKeys } from '../../src/state/keys.ts';
import { ManualClock, passRecord, workConfiguration } from './queue.ts';

/** Seconds instead of the half minutes of the real thing. */
export const LOCK_TTL_MS = 1_500;

/** What all instances share: the stores' content. */
export class World {
  readonly passes = new Map<string, PassRecord>();
  readonly approvals = new Map<string, Approval>();
  readonly slots = new Set<string>();
  readonly owners = new Map<string, number | undefined>();
  readonly pendingTags = new Set<Namespace>();
  control: ControlState = { service: 'in', killed: false };
  controlReadable = true;
  marked = 3;
  due = 2;
  wcs: WorkConfiguration[];

  constructor(namespaces: readonly Namespace[]) {
    this.wcs = namespaces.map((namespace) => workConfiguration({ namespace }));
  }

  nothingMarked(): void {
    this.marked = 0;
    this.due = 0;
  }

  pass(namespace: Namespace, action: Action): PassRecord | undefined {
    return this.passes.get(`${namespace} ${action}`);
  }

  readonly passStore: PassStore = {
    get: async (namespace, action) => this.pass(namespace, action),
    record: async (record) => void this.passes.set(`${record.namespace} ${record.action}`, record),
    approve: async (namespace, approval) => void this.approvals.set(`${namespace} ${approval.action}`, approval),
    approval: async (namespace, action) => this.approvals.get(`${namespace} ${action}`),
  };

  readonly controlStore: Control = {
    read: async () => {
      if (!this.controlReadable) throw new StoreError('reading control');
      return this.control;
    },
    write: async (change) => {
      this.control = { ...this.control, ...change };
    },
  };

  readonly claimSlot = async (name: string, at: number): Promise<boolean> => {
    const free = !this.slots.has(`${name} ${at}`);
    this.slots.add(`${name} ${at}`);
    return free;
  };

  readonly markStore = {
    count: async () => ({ marked: this.marked, due: this.due, newlyDue: 0 }),
    all: async function* () {
      yield [{ generation: 'g', owner: 'ann@example.com' } as Mark];
    },
  } as unknown as MarkStore;

  readonly optOutStore = {
    pendingTags: async (namespace: Namespace) =>
      this.pendingTags.has(namespace) ? [{ id: 'x', until: 'forever', version: '1' }] : [],
  } as unknown as OptOutStore;

  readonly outbox = {
    owners: async () =>
      [...this.owners].map(([owner, lastSentAt]) => ({ owner, ...(lastSentAt === undefined ? {} : { lastSentAt }) })),
  } as unknown as Outbox;
}

type PassWork = (namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal) => Promise<PassRecord>;

/** Counts what it is asked to do and notes when two runs of one namespace meet. */
export class CountingRunner implements WorkRunner {
  readonly runs: string[] = [];
  readonly digests: string[] = [];
  readonly protects: Namespace[] = [];
  readonly overlaps: string[] = [];
  active = 0;
  most = 0;
  readonly #busy = new Set<Namespace>();
  readonly #work: PassWork;

  constructor(work: PassWork) {
    this.#work = work;
  }

  async pass(namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal): Promise<PassRecord> {
    this.runs.push(`${action} ${namespace}`);
    if (this.#busy.has(namespace)) this.overlaps.push(`${action} ${namespace}`);
    this.#busy.add(namespace);
    this.most = Math.max(this.most, ++this.active);
    try {
      return await this.#work(namespace, action, lease, signal);
    } finally {
      this.active--;
      this.#busy.delete(namespace);
    }
  }

  async protect(namespace: Namespace): Promise<void> {
    this.protects.push(namespace);
  }

  async digest(owner: string): Promise<void> {
    this.digests.push(owner);
  }
}

/** A pass that does nothing and is done, stored as the lifecycle stores it. */
export function completePass(world: World, clock: Clock): PassWork {
  return async (namespace, action) => {
    const now = clock.now();
    const everyMs = world.wcs.find((wc) => wc.namespace === namespace)?.everyMs[action] ?? 0;
    const record = passRecord({ namespace, action, startedAt: now, endedAt: now, nextDueAt: now + everyMs });
    await world.passStore.record(record);
    return record;
  };
}

/** Resolves when the signal aborts: a pass that runs until it is told to stop. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

export interface LogLine {
  readonly level: string;
  readonly message: string;
  readonly fields: object;
}

export function collectingLogger(lines: LogLine[]): Logger {
  const at = (level: string) => (fields: object, message: string) => void lines.push({ level, message, fields });
  const logger: Logger = {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: () => logger,
  };
  return logger;
}

export interface InstanceOptions extends Partial<ProcessorOptions> {
  readonly url: string;
  readonly world: World;
  readonly runner: WorkRunner;
  readonly clock?: Clock;
  readonly capacity?: number;
  readonly times?: ItemTimes;
  readonly backoffMs?: number;
}

/** One instance. `start` makes it take items; ticks are the test's. */
export class Instance {
  readonly events: QueueEvent[] = [];
  readonly log: LogLine[] = [];
  readonly stuck: WorkItem[] = [];
  readonly queue: WorkQueue;
  readonly manager: WorkQueueManager;
  readonly processor: WorkProcessor;
  readonly lock: RedisNamespaceLock;
  readonly #queueRedis: Redis;
  readonly #state: RedisConnection;

  constructor(options: InstanceOptions) {
    const { world, url } = options;
    const clock = options.clock ?? new ManualClock(Date.UTC(2026, 0, 6, 18, 0));
    const lockTtlMs = options.lockTtlMs ?? LOCK_TTL_MS;
    const logger = collectingLogger(this.log);
    const observe = (event: QueueEvent) => void this.events.push(event);
    this.#queueRedis = connectQueue(url, () => {});
    this.#state = new RedisConnection({ url, log: collectingLogger([]), commandTimeoutMs: 500 });
    this.queue = new WorkQueue(this.#queueRedis, { backoffMs: options.backoffMs ?? 50, onError: () => {} });
    this.lock = new RedisNamespaceLock(this.#state, { ttlMs: lockTtlMs });
    const stores = {
      passes: world.passStore,
      marks: world.markStore,
      optOuts: world.optOutStore,
      outbox: world.outbox,
      control: world.controlStore,
    };
    this.manager = new WorkQueueManager(
      {
        ...stores,
        queue: this.queue,
        workConfigurations: () => world.wcs,
        claimSlot: world.claimSlot,
        clock,
        logger,
        observe,
      },
      { tick: '* * * * *', capacity: options.capacity ?? 8 },
    );
    const items = new ItemRunner(
      {
        lock: this.lock,
        runner: options.runner,
        passes: world.passStore,
        control: world.controlStore,
        workConfiguration: (namespace) => world.wcs.find((wc) => wc.namespace === namespace),
        clock,
      },
      { contentionMs: [30, 60], giveBackMs: 20, settleMs: 200, ...options.times },
    );
    this.processor = new WorkProcessor(
      {
        redis: this.#queueRedis,
        items,
        control: world.controlStore,
        logger,
        observe,
        onStuck: (item) => this.stuck.push(item),
      },
      { concurrency: options.concurrency ?? 4, lockTtlMs, controlPollMs: options.controlPollMs ?? 20 },
    );
  }

  /** As if another had taken the lock after it ran out. */
  async overwriteLock(namespace: Namespace): Promise<void> {
    await this.#state.client.set(namespaceKeys(namespace).lock, 'another', 'PX', 100);
  }

  ends(kind: string): QueueEvent[] {
    return this.events.filter((event) => event.kind === 'item' && event.end.kind === kind);
  }

  async stop(graceMs = 5_000): Promise<boolean> {
    await this.manager.stop();
    const inTime = await this.processor.stop(graceMs);
    await this.queue.close();
    await disconnect(this.#queueRedis);
    await this.#state.close();
    return inTime;
  }
}
