/**
 * Runs one work item under its namespace's lock and within its time:
 *
 *   budget over ──► signal 'budget': stops at a safe point, goes back to the queue, continues later
 *   lock lost ────► signal 'lock': no more writes allowed, goes back to the queue
 *   deadline over ► the lease is abandoned (no renewal, no permit), signal 'deadline'
 *                   └─ settles within `settleMs` ► failed      └─ does not ► failed and stuck: the process should end
 */

import type { Clock } from '../core/common/clock.ts';
import { defined } from '../core/common/defined.ts';
import { LockLostError, messageOf, StoreError } from '../core/common/errors.ts';
import type { Control, ControlState } from '../core/policy/fleet.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import type { StateWatch } from '../core/policy/stateWatch.ts';
import { stopReasonOf } from '../core/policy/stop.ts';
import { budgetOf } from '../core/policy/surveyBudget.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Lease, PassStore } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { atCadence, hasNews, isDue, isOutlived, mayFinish, mayHoldAnew, mayRun } from '../core/work/cadence.ts';
import { describeItem, type WorkItem, type WorkRunner } from '../core/work/work.ts';
import { earlierPasses } from './dueItems.ts';
import type { GiveBackReason, ItemEnd } from './events.ts';
import type { AbandonableLease, AbandonableLock } from './lock.ts';
import { PassFailures } from './passFailure.ts';
import { isOutOfService } from './service.ts';
import { runTimed, type Settled } from './timedRun.ts';
import type { UnitTurns } from './unitTurns.ts';

/** An item that killed its worker this often is parked (L18). */
const MAX_KILLS = 3;

/** The daemon passes these; the runner knows passes and locks, and nothing of BullMQ. */
export interface ItemRunnerDependencies {
  readonly lock: AbandonableLock;
  readonly runner: WorkRunner;
  readonly passes: PassStore;
  readonly control: Control;
  readonly watch: Pick<StateWatch, 'incarnation'>;
  /** The one in force now; `undefined` = the namespace left the configuration. */
  readonly workConfiguration: (namespace: Namespace) => WorkConfiguration | undefined;
  readonly clock: Clock;
  /** Absent: units need no place. */
  readonly turns?: Pick<UnitTurns, 'take' | 'renew' | 'free' | 'wait'>;
  /** 0–1, spreads the delays. */
  readonly random?: () => number;
}

/** The times of one item, ms; the defaults are for passes of 250 s. */
export interface ItemTimes {
  /** After this time the item gets the signal to stop for now. Default 250 s. */
  readonly budgetMs?: number;
  /** After this time the item is given up. Default 2 × budget. */
  readonly deadlineMs?: number;
  /** Time to end after the deadline. Default 10 s. */
  readonly settleMs?: number;
  /** Delay before the next try of an item whose namespace is locked: from, to. Default 5–15 s. */
  readonly contentionMs?: readonly [number, number];
  /** Delay before an item that went back to the queue runs again. Default 1 s. */
  readonly giveBackMs?: number;
}

/** The queue's data about this run of the item. */
export interface Delivery {
  /** The number of workers that died while they ran the item. */
  readonly kills: number;
  /** The item failed before; this is another try. */
  readonly retry: boolean;
  /** Stops this run at its next safe point; aborted with a `StopError`. */
  readonly stop: AbortController;
  /** Cuts the run off: the item goes back to the queue although the run may still be busy. */
  readonly cut: AbortSignal;
}

type Locked = Exclude<WorkItem, { kind: 'digest' }>;
type Work = (signal: AbortSignal) => Promise<PassRecord | undefined>;

/** One run of an item. */
interface Run {
  readonly lease: AbandonableLease | undefined;
  readonly delivery: Delivery;
  readonly before: PassRecord | undefined;
  readonly startedAt: number;
  /** The budget of a delete pass that an operator set, ms. */
  readonly deleteBudgetMs?: number | undefined;
}

/** Runs one item under the namespace lock, with its budget and its deadline, and answers how it ended. */
export class ItemRunner {
  readonly #deps: ItemRunnerDependencies;
  readonly #times: Required<ItemTimes>;
  readonly #failures: PassFailures;

  constructor(dependencies: ItemRunnerDependencies, times: ItemTimes = {}) {
    this.#deps = dependencies;
    this.#failures = new PassFailures(dependencies.passes, dependencies.clock);
    const { budgetMs = 250_000, settleMs = 10_000, contentionMs = [5_000, 15_000], giveBackMs = 1_000 } = times;
    this.#times = { budgetMs, deadlineMs: times.deadlineMs ?? 2 * budgetMs, settleMs, contentionMs, giveBackMs };
  }

  /** Never rejects. */
  async run(item: WorkItem, delivery: Delivery): Promise<ItemEnd> {
    try {
      if (delivery.stop.signal.aborted) return this.#giveBack(stopReasonOf(delivery.stop.signal) ?? 'shutdown');
      const state = item.kind === 'release' ? undefined : await this.#deps.control.read();
      if (state && isOutOfService(state)) return this.#giveBack('outOfService');
      if (item.kind !== 'digest') return await this.#runLocked(item, delivery, state);
      if (delivery.kills >= MAX_KILLS) return { kind: 'parked', kills: delivery.kills };
      const work = (signal: AbortSignal) => this.#deps.runner.digest(item.owner, signal).then(() => undefined);
      const run = { lease: undefined, delivery, before: undefined, startedAt: this.#deps.clock.now() };
      return (await this.#timed(item, run, work)).end;
    } catch (error) {
      if (error instanceof StoreError) return this.#giveBack('unreachable');
      return failed(error);
    }
  }

  async #runLocked(item: Locked, delivery: Delivery, state: ControlState | undefined): Promise<ItemEnd> {
    const wc = this.#deps.workConfiguration(item.namespace);
    if (!wc && item.kind !== 'release') return { kind: 'dropped', why: 'no longer configured' };
    const lease = await this.#deps.lock.acquire(item.namespace);
    if (!lease) {
      // It keeps its place, or each time another pass of the unit would get one, and take the lock first.
      if (item.kind === 'pass' && state) await this.#deps.turns?.take(item.namespace, state);
      // A dead worker's lock expires soon: another worker takes over within its time (L18), so the item tries again soon.
      return this.#giveBack('contended', delivery.kills > 0);
    }
    let settled = true;
    try {
      const before = item.kind === 'pass' ? await this.#deps.passes.get(item.namespace, item.action) : undefined;
      const refused = wc && (await this.#refusal(item, wc, before, lease, delivery));
      if (refused) await this.#deps.turns?.free(item.namespace); // It may have kept a place while it met the lock.
      if (refused) return refused;
      const freePlace = await this.#takePlace(item, state);
      if (!freePlace) return { kind: 'dropped', why: 'waits for a place of its provider' };
      const run = { lease, delivery, before, startedAt: this.#deps.clock.now(), deleteBudgetMs: state?.deleteBudgetMs };
      try {
        const result = await this.#timed(item, run, (signal) => this.#work(item, lease, signal));
        settled = result.settled;
        return result.end;
      } finally {
        await freePlace();
      }
    } finally {
      // While the work may still be busy, the lock expires by itself, so that no other worker begins meanwhile.
      if (settled) await lease.release();
    }
  }

  /** @returns how to free it; `undefined` = none is free, and the pass waits for one */
  async #takePlace(item: Locked, state: ControlState | undefined): Promise<(() => Promise<void>) | undefined> {
    const { turns } = this.#deps;
    if (item.kind !== 'pass' || !turns || !state) return async () => {};
    if (await turns.take(item.namespace, state)) return turns.renew(item.namespace);
    await turns.wait([item]);
    return undefined;
  }

  #work(item: Locked, lease: Lease, signal: AbortSignal): Promise<PassRecord | undefined> {
    const { runner } = this.#deps;
    if (item.kind === 'pass') return runner.pass(item.namespace, item.action, lease, signal);
    const work = item.kind === 'protect' ? runner.protect : runner.release;
    return work.call(runner, item.namespace, lease, signal).then(() => undefined);
  }

  /** Checks again under the lock: the window may be over, or another worker may have done it meanwhile (L15). */
  async #refusal(
    item: Locked,
    wc: WorkConfiguration,
    stored: PassRecord | undefined,
    lease: Lease,
    { kills, retry }: Delivery,
  ): Promise<ItemEnd | undefined> {
    const { passes, clock, watch } = this.#deps;
    if (kills >= MAX_KILLS) {
      if (item.kind === 'pass') await this.#failures.recordKills(item, wc.everyMs[item.action], kills, lease);
      return { kind: 'parked', kills };
    }
    if (item.kind !== 'pass') return undefined;
    const last = atCadence(stored, wc.everyMs[item.action]);
    const now = clock.now();
    // The worker that died may have requested a deletion that is not recorded yet.
    const mayFinishIt = mayFinish(wc, item.action, last) || (item.action === 'delete' && kills > 0);
    if (!mayRun(wc, item.action, now) && !mayFinishIt) return { kind: 'dropped', why: 'not allowed now' };
    if (isDue(last, now) || (retry && last?.outcome === 'failed')) return undefined;
    if (isDue(last, now, await passes.approval(item.namespace, item.action))) return undefined;
    if (item.action === 'notify' && (await this.#hasNews(item.namespace, last))) return undefined;
    if (item.action === 'mark' && isOutlived(wc, item.action, last, await watch.incarnation())) return undefined;
    if (item.action === 'mark' && mayHoldAnew(last, await earlierPasses(this.#deps, wc), now)) return undefined;
    return { kind: 'dropped', why: 'no longer due' };
  }

  async #hasNews(namespace: Namespace, notify: PassRecord | undefined): Promise<boolean> {
    const { passes } = this.#deps;
    const [mark, deleted] = await Promise.all([passes.get(namespace, 'mark'), passes.get(namespace, 'delete')]);
    return hasNews(defined({ mark, notify, delete: deleted }));
  }

  /** `settled`: the work has ended, so another worker cannot run beside it. */
  async #timed(item: WorkItem, run: Run, work: Work): Promise<{ end: ItemEnd; settled: boolean }> {
    const { lease, delivery } = run;
    const { budget, deadlineMs } = this.#timesOf(item, run);
    const { settleMs } = this.#times;
    const timed = await runTimed({ lease, ...delivery, budget, deadlineMs, settleMs }, work);
    if (timed.kind === 'settled') return { end: await this.#endOf(item, run, timed.result), settled: true };
    if (timed.kind === 'cut') return { end: this.#giveBack('shutdown'), settled: false };
    const error = new Error(`${describeItem(item)} did not finish within ${deadlineMs / 1000} s`);
    await this.#recordFailure(item, run, error);
    return { end: failed(error, !timed.settled), settled: timed.settled };
  }

  /** A survey that ran out of time gets a longer budget, and a longer deadline in proportion. */
  #timesOf(item: WorkItem, { before, deleteBudgetMs }: Run) {
    const { budgetMs, deadlineMs } = this.#times;
    const action = item.kind === 'pass' ? item.action : 'notify';
    const budget = budgetOf((action === 'delete' ? deleteBudgetMs : undefined) ?? budgetMs, action, before);
    return { budget, deadlineMs: Math.max(deadlineMs, (deadlineMs * budget.budgetMs) / budgetMs) };
  }

  async #endOf(item: WorkItem, run: Run, result: Settled<PassRecord | undefined>): Promise<ItemEnd> {
    const record = 'value' in result ? result.value : undefined;
    if (record?.outcome === 'failed') return failed(new Error(record.problem ?? `${describeItem(item)} failed`));
    if (record && record.outcome !== 'unfinished') return { kind: 'done', outcome: record.outcome };
    const stopped = run.lease?.signal.aborted ? 'lock' : stopReasonOf(run.delivery.stop.signal);
    if (stopped) return this.#giveBack(stopped);
    if ('value' in result) return record ? this.#giveBack('unfinished') : { kind: 'done' };
    if (result.error instanceof LockLostError) return this.#giveBack('lock');
    await this.#recordFailure(item, run, result.error);
    return failed(result.error);
  }

  async #recordFailure(item: WorkItem, { startedAt, before, lease }: Run, error: unknown): Promise<void> {
    if (item.kind !== 'pass') return;
    const everyMs = this.#deps.workConfiguration(item.namespace)?.everyMs[item.action] ?? 0;
    await this.#failures.record(item, { startedAt, everyMs, before }, error, lease);
  }

  #giveBack(why: GiveBackReason, soon = false): ItemEnd {
    const [from, to] = this.#times.contentionMs;
    // An unfinished pass whose time is not over waits for something: it asks again later, or it would loop.
    const waits = !soon && why !== 'budget' && why !== 'shutdown' && why !== 'lock' && why !== 'deadline';
    const spread = from + (this.#deps.random ?? Math.random)() * (to - from);
    return { kind: 'givenBack', why, delayMs: Math.round(waits ? spread : this.#times.giveBackMs) };
  }
}

function failed(error: unknown, stuck = false): ItemEnd {
  return { kind: 'failed', error: error instanceof Error ? error : new Error(messageOf(error)), stuck };
}
