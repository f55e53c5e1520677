import cron, { type ScheduledTask } from 'node-cron';
import { type Clock, systemClock } from '../core/common/clock.ts';
import type { Logger } from '../core/common/logger.ts';
import { withTimeout } from '../core/common/withTimeout.ts';
import type { Quarantines } from '../core/mark/quarantines.ts';
import type { Control } from '../core/policy/fleet.ts';
import type { StateWatch } from '../core/policy/stateWatch.ts';
import { StopError } from '../core/policy/stop.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { providersIn } from '../core/resource/namespace.ts';
import { smallestNoticeEveryMs } from '../core/work/cadence.ts';
import type { WorkItem } from '../core/work/work.ts';
import { type DueStores, dueDigests, dueItemsOf, followsMarks } from './dueItems.ts';
import type { Observe, TickEnd } from './events.ts';
import { GIVE_BACK_EVERY_MS, GivingBack, type RunNow } from './givingBack.ts';
import type { PassItem } from './passFailure.ts';
import { ProblemLog } from './problemLog.ts';
import { isOutOfService } from './service.ts';
import { Ticks } from './ticks.ts';
import type { UnitTurns } from './unitTurns.ts';
import type { WorkQueue } from './workQueue.ts';

/** Namespaces read at the same time. */
const AT_ONCE = 16;
/** Items queued at the same time: each write waits for the disk of Redis. */
const QUEUED_AT_ONCE = 500;
/** Digests wait no longer than this for notify passes and surveys, and no longer than `every.notify`. */
const LONGEST_DIGEST_WAIT_MS = 5 * 60_000;

/** The daemon passes these: the stores that show due work, the queue that takes it, and the schedule's claims. */
export interface ManagerDependencies extends DueStores {
  readonly queue: WorkQueue;
  /** Absent: units need no place. */
  readonly turns?: Pick<UnitTurns, 'add' | 'dispatch' | 'awaitsNotify'>;
  readonly quarantines: Pick<Quarantines, 'namespaces'>;
  /** Runs items outside the queue, which is paused while the service is out. */
  readonly runNow: RunNow;
  readonly control: Control;
  readonly watch: Pick<StateWatch, 'incarnation'>;
  /** The work configurations in force now; may change between two ticks. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** `true` for the first instance that claims this name and instant. */
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
  /** Told about every tick that is ours. Absent: nothing waits for one. */
  readonly weekly?: { look(): Promise<void> };
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observe: Observe;
}

/** The manager of every instance has the same tick; a claim decides which of them works at it. */
export interface ManagerOptions {
  /** cron expression, seconds allowed. */
  readonly tick: string;
  /** Work items at once over the fleet, unless `control` has another value. */
  readonly capacity: number;
}

/** Ticks on every instance and queues the due items; one instance per slot reads the stores. */
export class WorkQueueManager {
  readonly #deps: ManagerDependencies;
  readonly #options: ManagerOptions;
  readonly #problems: ProblemLog;
  readonly #givingBack: GivingBack;
  #schedule: ScheduledTask | undefined;
  #ticks: Ticks | undefined;
  #running: Promise<TickEnd> | undefined;
  #digestsHeldSince: number | undefined;

  constructor(dependencies: ManagerDependencies, options: ManagerOptions) {
    this.#deps = dependencies;
    this.#options = options;
    this.#problems = new ProblemLog(dependencies.logger);
    this.#givingBack = new GivingBack(dependencies.runNow, dependencies.logger);
  }

  /** Ticks now, and then at wall-clock times. */
  start(): void {
    const schedule = cron.createTask(this.#options.tick, () => {});
    const nextAt = () => nextOf(schedule);
    this.#schedule = schedule;
    // node-cron computes with the wall clock. A slot has the name of its scheduled instant: the same for all instances although their clocks differ.
    this.#ticks = new Ticks({ now: systemClock.now, nextAt, tick: (slotAt) => void this.tick(slotAt) });
    this.#ticks.look();
    void this.tick();
  }

  /** When the next tick comes, ms since the epoch; `undefined` when it does not run. */
  get nextTickAt(): number | undefined {
    return this.#schedule && nextOf(this.#schedule);
  }

  /** Stops the ticks; waits for a running one, at most `graceMs`. */
  async stop(graceMs = 5_000): Promise<void> {
    this.#ticks?.stop();
    await this.#schedule?.destroy();
    this.#schedule = undefined;
    if (this.#running) await withTimeout(this.#running, graceMs);
    await this.#givingBack.stop(new StopError('shutdown'), graceMs);
  }

  /** One tick; never rejects. Skipped while the last one is still running. */
  async tick(slotAt = this.#deps.clock.now()): Promise<TickEnd> {
    if (this.#running) {
      this.#deps.observe({ kind: 'tick', end: 'overlapped', added: 0, ms: 0 });
      return 'overlapped';
    }
    this.#running = this.#observedTick(slotAt).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #observedTick(slotAt: number): Promise<TickEnd> {
    const startedAt = performance.now();
    let result: { end: TickEnd; added: number };
    try {
      result = await this.#tick(slotAt);
      if (result.end === 'queued') void this.#deps.weekly?.look();
      this.#problems.solved('tick');
    } catch (error) {
      this.#problems.report('tick', 'the tick failed, no new work is queued', error);
      result = { end: 'failed', added: 0 };
    }
    this.#deps.observe({ kind: 'tick', ...result, ms: performance.now() - startedAt });
    return result.end;
  }

  async #tick(slotAt: number): Promise<{ end: TickEnd; added: number }> {
    const { control, queue, claimSlot } = this.#deps;
    const state = await control.read();
    const paused = isOutOfService(state);
    const capacity = state.capacity ?? this.#options.capacity;
    await queue.throttle({ capacity, paused });
    const looks = await claimSlot('quarantines', Math.floor(slotAt / GIVE_BACK_EVERY_MS) * GIVE_BACK_EVERY_MS);
    const stands = paused || capacity === 0;
    if (stands && looks) this.#givingBack.begin(await this.#deps.quarantines.namespaces());
    if (paused) return { end: 'outOfService', added: 0 };
    if (!stands) await this.#givingBack.stop(new StopError('budget'), 0);
    const stranded = looks ? await this.#stranded() : [];
    if (!(await claimSlot('tick', Math.floor(slotAt / 1000) * 1000))) {
      return { end: 'notOurs', added: await queue.add(stranded) };
    }
    return { end: 'queued', added: (await queue.add(stranded)) + (await this.#queueDue()) };
  }

  /** Namespaces with resources in quarantine but without configuration: no survey looks there. */
  async #stranded(): Promise<readonly WorkItem[]> {
    const configured = new Set(this.#deps.workConfigurations().map(({ namespace }) => namespace));
    const known = await this.#deps.quarantines.namespaces();
    return known.filter((one) => !configured.has(one)).map((namespace) => ({ kind: 'release', namespace }));
  }

  async #queueDue(): Promise<number> {
    const { queue, outbox, clock, workConfigurations, watch } = this.#deps;
    const wcs = workConfigurations();
    // An unknown incarnation must not stop the queueing.
    const incarnation = await watch.incarnation().catch(() => undefined);
    const providers = providersIn(wcs);
    let added = 0;
    let found: WorkItem[] = [];
    const surveys: WorkItem[] = [];
    for (let from = 0; from < wcs.length; from += AT_ONCE) {
      const items = await Promise.all(wcs.slice(from, from + AT_ONCE).map((wc) => this.#dueItems(wc, incarnation)));
      found.push(...items.flat());
      surveys.push(...items.flat().filter((item) => item.kind === 'pass' && item.action === 'mark'));
      if (found.length < QUEUED_AT_ONCE) continue;
      added += await this.#add(found);
      found = [];
      // The first of very many units run while the others are still looked for.
      await this.#dispatch(providers);
    }
    added += await this.#add(found);
    await this.#dispatch(providers);
    const follows = await followsMarks(this.#deps, surveys, wcs, clock.now());
    if (await this.#mayDigest(wcs, follows)) added += await queue.add(await dueDigests(outbox, wcs, clock.now()));
    return added;
  }

  async #dispatch(providers: readonly string[]): Promise<void> {
    for (const provider of providers) await this.#deps.turns?.dispatch(provider);
  }

  async #add(items: readonly WorkItem[]): Promise<number> {
    const { queue, turns } = this.#deps;
    if (!turns) return queue.add(items);
    const passes = items.filter((item): item is PassItem => item.kind === 'pass');
    return (await turns.add(passes)) + (await queue.add(items.filter(({ kind }) => kind !== 'pass')));
  }

  /**
   * All namespaces' marks of one owner go into one message (L44): digests wait for the notify passes that are under
   * way, and for surveys that follow new marks, but not for ever, because in a large fleet there is always one.
   */
  async #mayDigest(wcs: readonly WorkConfiguration[], follows: boolean): Promise<boolean> {
    const { queue, clock, turns } = this.#deps;
    const now = clock.now();
    // Passes move from the turns to the queue, so the turns are asked first.
    const waits = follows || (await turns?.awaitsNotify(providersIn(wcs))) || (await queue.awaitsNotify());
    const since = waits ? (this.#digestsHeldSince ?? now) : undefined;
    const longest = Math.min(LONGEST_DIGEST_WAIT_MS, smallestNoticeEveryMs(wcs) ?? LONGEST_DIGEST_WAIT_MS);
    const may = since === undefined || now - since >= longest;
    this.#digestsHeldSince = may ? undefined : since;
    return may;
  }

  /** A namespace whose stores fail does not stop the others. */
  async #dueItems(wc: WorkConfiguration, incarnation: string | undefined): Promise<readonly WorkItem[]> {
    try {
      const items = await dueItemsOf(this.#deps, wc, this.#deps.clock.now(), incarnation);
      this.#problems.solved(wc.namespace);
      return items;
    } catch (error) {
      this.#problems.report(wc.namespace, 'due work cannot be determined', error);
      return [];
    }
  }
}

/** The first slot after now, by the wall clock of this machine. */
function nextOf(schedule: ScheduledTask): number {
  const [next] = schedule.getNextRuns(1);
  if (!next) throw new Error('the schedule has no next slot');
  return next.getTime();
}
