import type { Namespace } from '../resource/namespace.ts';
import type { Turn, WaitingUnit } from './turns.ts';

/** The units of one provider that wait for a place, and those that have one. */
export interface SeenUnits {
  /** Oldest first; only the first ones. */
  readonly due: readonly WaitingUnit[];
  /** Oldest first; only the first ones. */
  readonly unfinished: readonly WaitingUnit[];
  readonly busy: ReadonlySet<Namespace>;
  /** The number of places given so far. */
  readonly given: number;
}

/**
 * Places for units, by provider, over the whole fleet. A place is a lease: without a renewal it is free again. Losing all
 * of it only delays work, because ticks find due work again.
 */
export interface UnitPlaces {
  /** Lets passes wait; returns how many of them did not wait yet. One that waits keeps its place in the order. */
  wait(
    provider: string,
    units: readonly (WaitingUnit & { readonly kind: Exclude<Turn['kind'], 'folded'> })[],
  ): Promise<number>;
  /** Removes a waiting pass. */
  forget(provider: string, unit: Pick<WaitingUnit, 'namespace' | 'action'>): Promise<void>;
  /** @param count of the first ones of each kind; absent = all */
  look(provider: string, count?: number): Promise<SeenUnits>;
  /** Gives a waiting pass its place, unless its unit has one already or none is free. */
  give(provider: string, unit: WaitingUnit, capacity: number): Promise<boolean>;
  /** Takes or renews the place of a unit that runs; `false` = none is free. */
  take(provider: string, namespace: Namespace, capacity: number): Promise<boolean>;
  free(provider: string, namespace: Namespace): Promise<void>;
  /** How long a place lasts without a renewal, ms. */
  readonly leaseMs: number;
}
