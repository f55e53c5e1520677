/**
 * Queue, manager and processor of several instances in one process, with the real stores on one real Redis. The test
 * replaces only the lifecycle: its runner records the calls, and does the test's work.
 */

import type { Redis } from 'ioredis';
import type { Clock } from '../../src/core/common/clock.ts';
import type { Logger } from '../../src/core/common/logger.ts';
import { newMark } from '../../src/core/mark/mark.ts';
import type { ControlState } from '../../src/core/policy/fleet.ts';
import type { Outcome, PassRecord } from '../../src/core/policy/pass.ts';
import type { StateWatch } from '../../src/core/policy/stateWatch.ts';
import type { Action, WorkConfiguration } from '../../src/core/policy/workConfiguration.ts';
import type { Lease } from '../../src/core/ports/ports.ts';
import type { AuditEntry } from '../../src/core/resource/audit.ts';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import type { Resource } from '../../src/core/resource/resource.ts';
import { NO_SEAL } from '../../src/core/resource/seal.ts';
import type { WorkItem, WorkRunner } from '../../src/core/work/work.ts';
import { connectQueue, disconnect } from '../../src/queue/connection.ts';
import type { QueueEvent } from '../../src/queue/events.ts';
import { atOnce } from '../../src/queue/givingBack.ts';
import { ItemRunner, type ItemTimes } from '../../src/queue/itemRunner.ts';
import { RedisNamespaceLock } from '../../src/queue/lock.ts';
import { type ManagerDependencies, WorkQueueManager } from '../../src/queue/manager.ts';
import { type ProcessorOptions, WorkProcessor } from '../../src/queue/processor.ts';
import { UnitTurns } from '../../src/queue/unitTurns.ts';
import { QUEUE_PREFIX, WorkQueue } from '../../src/queue/workQueue.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { RedisControl } from '../../src/state/redis/control.ts';
import { namespaceKeys } from '../../src/state/redis/keys.ts';
import { RedisMarkStore } from '../../src/state/redis/marks.ts';
import { RedisOptOutStore } from '../../src/state/redis/optOuts.ts';
import { RedisOutbox } from '../../src/state/redis/outbox.ts';
import { RedisPassStore } from '../../src/state/redis/passes.ts';
import { RedisQuarantines } from '../../src/state/redis/quarantines.ts';
import { ScriptRunner } from '../../src/state/redis/script.ts';
import { RedisSlots } from '../../src/state/redis/slots.ts';
import { RedisUnitPlaces } from '../../src/state/redis/unitPlaces.ts';
import { ManualClock, passRecord, workConfiguration } from './queue.ts';
import type { TestRedis } from './redis.ts';
import { PATIENT_MS } from './redis.ts';
import { sabotaged } from './sabotaged.ts';

/** Seconds instead of the real half minute. */
export const LOCK_TTL_MS = 1_500;

export interface Stores {
  readonly passes: RedisPassStore;
  readonly marks: RedisMarkStore;
  readonly optOuts: RedisOptOutStore;
  readonly outbox: RedisOutbox;
  readonly quarantines: RedisQuarantines;
  readonly control: RedisControl;
  readonly slots: RedisSlots;
  readonly units: RedisUnitPlaces;
}

function storesOn(connection: RedisConnection): Stores {
  const deps = {
    connection,
    scripts: new ScriptRunner(connection),
    log: silent,
    seal: NO_SEAL,
    recorded: () => undefined,
  };
  const marks = new RedisMarkStore(deps);
  return {
    marks,
    passes: new RedisPassStore(deps),
    optOuts: new RedisOptOutStore(deps, marks),
    outbox: new RedisOutbox(deps),
    quarantines: new RedisQuarantines(deps),
    control: new RedisControl(deps),
    slots: new RedisSlots(deps),
    units: new RedisUnitPlaces(deps, LOCK_TTL_MS),
  };
}

/** The test's access to Redis, and the configurations of all instances. */
export class World {
  readonly connection: RedisConnection;
  readonly stores: Stores;
  wcs: WorkConfiguration[];
  /** The incarnation of Redis that all instances see; `undefined` = unknown. */
  incarnation: string | undefined;

  private constructor(connection: RedisConnection, namespaces: readonly Namespace[]) {
    this.connection = connection;
    this.stores = storesOn(connection);
    this.wcs = namespaces.map((namespace) => workConfiguration({ namespace }));
  }

  /** Opens an emptied Redis. */
  static async open(server: TestRedis, namespaces: readonly Namespace[]): Promise<World> {
    await server.flush();
    const connection = new RedisConnection({ url: server.url, log: silent, commandTimeoutMs: PATIENT_MS });
    await connection.whenReady();
    await sabotaged(connection);
    return new World(connection, namespaces);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }

  /** One mark per namespace, without a notice and due at `now`. */
  async mark(now: number): Promise<void> {
    for (const { namespace } of this.wcs) {
      const resource: Resource = { id: 'x-1', identity: 'x-1', name: 'x', tags: {}, aliases: [] };
      const nomination = { namespace, resource, reasons: ['unused'], owner: 'ann@example.com', ownerVia: 'tag' };
      const after = newMark({ ...nomination, projectedDeletionAt: now }, 'generation', now);
      const audit: AuditEntry = { at: now, namespace, id: after.id, event: 'marked', actor: 'test' };
      await this.stores.marks.apply(namespace, [{ id: after.id, before: undefined, after, audit }]);
    }
  }

  async record(overrides: Partial<PassRecord>): Promise<void> {
    await this.stores.passes.record(passRecord(overrides));
  }

  pass(namespace: Namespace, action: Action): Promise<PassRecord | undefined> {
    return this.stores.passes.get(namespace, action);
  }

  async outcome(namespace: Namespace, action: Action): Promise<Outcome | undefined> {
    return (await this.pass(namespace, action))?.outcome;
  }

  async setControl(change: Partial<ControlState>): Promise<void> {
    await this.stores.control.write(change, { at: 0, namespace: 'fleet', event: 'control', actor: 'test' });
  }

  /** Removes every key of the queue. */
  async wipeQueue(): Promise<void> {
    const keys = await this.connection.client.keys(`${QUEUE_PREFIX}:*`);
    if (keys.length > 0) await this.connection.client.unlink(...keys);
  }

  /** Adds an owner with a pending notice, last notified at `lastSentAt`. */
  async putOwner(owner: string, namespace: Namespace, lastSentAt?: number): Promise<void> {
    if (lastSentAt !== undefined) await this.stores.outbox.settle(owner, [], lastSentAt);
    await this.stores.outbox.put(owner, [{ namespace, id: 'x-1', generation: 'generation' }]);
  }

  async optOut(namespace: Namespace, now: number): Promise<void> {
    const target = { kind: 'id', value: 'x-1' } as const;
    await this.stores.optOuts.optOut(namespace, { target, until: 'forever', actor: 'ann@example.com', at: now });
  }
}

type PassWork = (namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal) => Promise<PassRecord>;

/** Counts its calls and records when two runs of one namespace overlap. */
export class CountingRunner implements WorkRunner {
  readonly runs: string[] = [];
  readonly digests: string[] = [];
  readonly protects: Namespace[] = [];
  readonly releases: Namespace[] = [];
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

  async release(namespace: Namespace): Promise<void> {
    this.releases.push(namespace);
  }

  async digest(owner: string): Promise<void> {
    this.digests.push(owner);
  }
}

/** A pass that does nothing and completes, stored as by the lifecycle. */
export function completePass(world: World, clock: Clock): PassWork {
  return async (namespace, action, lease) => {
    const now = clock.now();
    const everyMs = world.wcs.find((wc) => wc.namespace === namespace)?.everyMs[action] ?? 0;
    const begunIn = world.incarnation;
    const times = { startedAt: now, endedAt: now, nextDueAt: now + everyMs };
    const record = passRecord({ namespace, action, ...times, ...(begunIn === undefined ? {} : { begunIn }) });
    await world.stores.passes.record(record, lease);
    return record;
  };
}

/** Resolves when the signal aborts: a pass that runs until it is stopped. */
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

export const silent = collectingLogger([]);

export interface InstanceOptions extends Partial<ProcessorOptions> {
  readonly url: string;
  readonly world: World;
  readonly runner: WorkRunner;
  readonly clock?: Clock;
  readonly capacity?: number;
  readonly tick?: string;
  readonly times?: ItemTimes;
  readonly backoffMs?: number;
  readonly weekly?: ManagerDependencies['weekly'];
  /** For one command to Redis; short only when a test stops Redis and waits for the failure. */
  readonly commandTimeoutMs?: number;
}

function watchOf(world: World): Pick<StateWatch, 'incarnation'> {
  return { incarnation: async () => world.incarnation };
}

/** One instance with its own connections. Its processor takes items once started; the test calls the ticks. */
export class Instance {
  readonly events: QueueEvent[] = [];
  readonly log: LogLine[] = [];
  readonly stuck: WorkItem[] = [];
  readonly queue: WorkQueue;
  readonly manager: WorkQueueManager;
  /** Another one over the same stores, which gives the places by other turns. */
  readonly managerWith: (turns: NonNullable<ManagerDependencies['turns']>) => WorkQueueManager;
  readonly processor: WorkProcessor;
  readonly lock: RedisNamespaceLock;
  readonly #queueRedis: Redis;
  readonly #state: RedisConnection;

  constructor(options: InstanceOptions) {
    const { world, url, commandTimeoutMs = PATIENT_MS } = options;
    const clock = options.clock ?? new ManualClock(Date.UTC(2026, 0, 6, 18, 0));
    const lockTtlMs = options.lockTtlMs ?? LOCK_TTL_MS;
    const logger = collectingLogger(this.log);
    const observe = (event: QueueEvent) => void this.events.push(event);
    this.#queueRedis = connectQueue(url, () => {});
    this.#state = new RedisConnection({ url, log: silent, commandTimeoutMs });
    this.queue = new WorkQueue(this.#queueRedis, { backoffMs: options.backoffMs ?? 50, onError: () => {} });
    this.lock = new RedisNamespaceLock(this.#state, { ttlMs: lockTtlMs });
    const { slots, ...stores } = storesOn(this.#state);
    const capacity = options.capacity ?? 8;
    const workConfiguration = (namespace: Namespace) => world.wcs.find((wc) => wc.namespace === namespace);
    const turns = new UnitTurns({ ...stores, queue: this.queue, workConfiguration, clock, logger, capacity });
    const items = new ItemRunner(
      {
        turns,
        lock: this.lock,
        runner: options.runner,
        passes: stores.passes,
        control: stores.control,
        workConfiguration,
        watch: watchOf(world),
        clock,
      },
      { contentionMs: [30, 60], giveBackMs: 20, settleMs: 200, ...options.times },
    );
    this.managerWith = (given) =>
      new WorkQueueManager(
        {
          ...stores,
          watch: watchOf(world),
          queue: this.queue,
          turns: given,
          workConfigurations: () => world.wcs,
          claimSlot: (name, at) => slots.claim(name, at),
          clock,
          logger,
          observe,
          runNow: (item, stop) => items.run(item, atOnce(stop)),
          ...(options.weekly ? { weekly: options.weekly } : {}),
        },
        { tick: options.tick ?? '* * * * *', capacity },
      );
    this.manager = this.managerWith(turns);
    this.processor = new WorkProcessor(
      {
        redis: this.#queueRedis,
        items,
        turns,
        control: stores.control,
        logger,
        observe,
        onStuck: (item) => this.stuck.push(item),
      },
      { concurrency: options.concurrency ?? 4, lockTtlMs, controlPollMs: options.controlPollMs ?? 20 },
    );
  }

  /** As if another instance took the lock after it expired. */
  async overwriteLock(namespace: Namespace): Promise<void> {
    await this.#state.client.set(namespaceKeys(namespace).lock, 'another', 'PX', 100);
  }

  /** Resolves when its connection to the state is ready. */
  ready(): Promise<void> {
    return this.#state.whenReady();
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
