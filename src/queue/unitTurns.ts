import type { Clock } from '../core/common/clock.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { Control, ControlState } from '../core/policy/fleet.ts';
import { ACTIONS, type WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { PassStore } from '../core/ports/ports.ts';
import { type Namespace, partsOf } from '../core/resource/namespace.ts';
import { nextTurns, STARVE_AFTER_MS, turnOf, type WaitingUnit } from '../core/work/turns.ts';
import type { UnitPlaces } from '../core/work/unitPlaces.ts';
import type { PassItem } from './passFailure.ts';
import type { WorkQueue } from './workQueue.ts';

/** The daemon passes these; `units` has the places in Redis, which the whole fleet shares. */
export interface UnitTurnsDependencies {
  readonly units: UnitPlaces;
  readonly queue: Pick<WorkQueue, 'add' | 'missing' | 'wake'>;
  readonly passes: Pick<PassStore, 'get'>;
  readonly control: Pick<Control, 'read'>;
  /** The one in force now; `undefined` = the namespace left the configuration. */
  readonly workConfiguration: (namespace: Namespace) => WorkConfiguration | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Units at once over the fleet, unless `control` has another value. */
  readonly capacity: number;
}

/** Passes wait here for a place of their provider; only passes with a place come into the queue. */
export class UnitTurns {
  readonly #deps: UnitTurnsDependencies;

  constructor(dependencies: UnitTurnsDependencies) {
    this.#deps = dependencies;
  }

  /** Passes that have come wait for their places; returns how many did not wait and were not in the queue. */
  async add(items: readonly PassItem[]): Promise<number> {
    return this.wait(await this.#deps.queue.missing(items));
  }

  /** The same for passes that leave the queue. One that is close to its next regular date waits for the tick then. */
  async wait(items: readonly PassItem[]): Promise<number> {
    const { units, passes, clock, workConfiguration } = this.#deps;
    const now = clock.now();
    const byProvider = new Map<string, (WaitingUnit & { kind: 'due' | 'unfinished' })[]>();
    const last = await Promise.all(items.map(({ namespace, action }) => passes.get(namespace, action)));
    for (const [at, { namespace, action }] of items.entries()) {
      const everyMs = workConfiguration(namespace)?.everyMs[action] ?? 0;
      const turn = turnOf(last[at], everyMs, now);
      if (turn.kind === 'folded') continue;
      const provider = providerOf(namespace);
      const waiting = byProvider.get(provider) ?? [];
      waiting.push({ namespace, action, ...turn });
      byProvider.set(provider, waiting);
    }
    let added = 0;
    for (const [provider, waiting] of byProvider) added += await units.wait(provider, waiting);
    return added;
  }

  /** Gives the free places of a provider, and queues the passes that got one. Never rejects: a tick tries again. */
  async dispatch(provider: string): Promise<void> {
    try {
      await this.#dispatch(provider);
    } catch (error) {
      this.#deps.logger.warn({ provider, problem: messageOf(error) }, 'places cannot be given, a tick tries again');
    }
  }

  /**
   * The lock of a unit is free: its passes that met it come before those that became due since, or one that is always due
   * would keep the others out. Never rejects: they try again by themselves.
   */
  async wake(namespace: Namespace): Promise<void> {
    const passes = ACTIONS.map((action) => ({ kind: 'pass', namespace, action }) as const);
    await this.#deps.queue.wake(passes).catch((error: unknown) => {
      this.#deps.logger.warn({ namespace, problem: messageOf(error) }, 'passes that met the lock wait on');
    });
  }

  /** Does a notify pass wait? */
  async awaitsNotify(providers: Iterable<string>): Promise<boolean> {
    for (const provider of providers) {
      const { due, unfinished } = await this.#deps.units.look(provider);
      if ([...due, ...unfinished].some(({ action }) => action === 'notify')) return true;
    }
    return false;
  }

  /** Has the unit a place, now that it would run? Without one the pass waits again. */
  async take(namespace: Namespace, state: ControlState): Promise<boolean> {
    const provider = providerOf(namespace);
    return this.#deps.units.take(provider, namespace, placesOf(state, provider, this.#deps.capacity));
  }

  /** Renews the place until the caller calls the returned function, which frees it. */
  renew(namespace: Namespace): () => Promise<void> {
    const { units } = this.#deps;
    const provider = providerOf(namespace);
    // A running unit keeps its place even where a limit was lowered meanwhile.
    const again = () => void units.take(provider, namespace, Number.MAX_SAFE_INTEGER).catch(() => {});
    const timer = setInterval(again, units.leaseMs / 3).unref();
    return async () => {
      clearInterval(timer);
      await this.free(namespace);
    };
  }

  /** Frees the place of the unit. Never rejects: a place that cannot be freed is free when its lease is over. */
  async free(namespace: Namespace): Promise<void> {
    await this.#deps.units.free(providerOf(namespace), namespace).catch(() => {});
  }

  /** @throws StoreError */
  async #dispatch(provider: string): Promise<void> {
    const { units, queue, clock, control } = this.#deps;
    const state = await control.read();
    const capacity = placesOf(state, provider, this.#deps.capacity);
    const starveAfterMs = state.starveAfterMs ?? STARVE_AFTER_MS;
    if (capacity === 0) return;
    // A unit with a place may be at the head with each of its passes.
    const seen = await units.look(provider, capacity * (ACTIONS.length + 1));
    const vanished = [...seen.due, ...seen.unfinished].filter(({ namespace }) => !this.#isConfigured(namespace));
    for (const unit of vanished) await units.forget(provider, unit);
    if (vanished.length > 0) return this.#dispatch(provider);
    const items: PassItem[] = [];
    for (const unit of nextTurns({ ...seen, capacity, starveAfterMs, now: clock.now() })) {
      const { namespace, action } = unit;
      if (await units.give(provider, unit, capacity)) items.push({ kind: 'pass', namespace, action });
    }
    await queue.add(items);
  }

  #isConfigured(namespace: Namespace): boolean {
    return this.#deps.workConfiguration(namespace) !== undefined;
  }
}

/** Units at once of a provider: its own limit, and never more than the fleet's. */
function placesOf(state: Pick<ControlState, 'capacity' | 'providers'>, provider: string, configured: number) {
  const fleet = state.capacity ?? configured;
  return Math.min(fleet, state.providers?.[provider] ?? fleet);
}

/** In lower case, as all parts of a namespace: `aws`, `kubernetes`, `registry`. */
export function providerOf(namespace: Namespace): string {
  return partsOf(namespace).provider;
}
