import type { Namespace } from '../resource/namespace.ts';

/** Why the store is not safe for a deletion: it may lose writes, it lost data, or its clock is wrong. */
export type StoreClause = 'durability' | 'incarnation' | 'clock';

/** Why the state of the store allows no deletion. */
export interface StoreBlocker {
  readonly clause: StoreClause;
  /** The problem and what to do. */
  readonly why: string;
}

/** The facts that law 8 needs from the store: does it keep its writes, is it the same incarnation, its time. */
export interface StateWatch {
  /** Why no deletion is allowed in the namespace now; asks the store. */
  deleteBlocker(namespace: Namespace): Promise<StoreBlocker | undefined>;
  /**
   * The incarnation of the store: a new one after the store was emptied, restored or fell back to older data, and where
   * no instance remembers enough to exclude that; see {@link mayHaveForgotten}. `undefined` when it is not certain. Asks the store.
   */
  incarnation(): Promise<string | undefined>;
  /** The time to start a retention: the later of our time and the store's as last measured, ms since the epoch. */
  latest(): number;
  /** The time to allow a deletion: the earlier of the two. */
  earliest(): number;
}

/**
 * Did the store lose something between these two incarnations, or may it have? What two ids have in common, up to `~`, is
 * the memory of the store; `beat.lua` makes them.
 */
export function mayHaveForgotten(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && memoryOf(before) !== memoryOf(now);
}

function memoryOf(incarnation: string): string | undefined {
  return incarnation.split('~')[0];
}
