import type { Namespace } from '../resource/namespace.ts';

/** The store is not to be trusted with a deletion: it may lose what it takes, it lost something, or its clock is off. */
export type StoreClause = 'durability' | 'incarnation' | 'clock';

export interface StoreHold {
  readonly clause: StoreClause;
  /** What is wrong and what to do. */
  readonly why: string;
}

/** What law 8 needs to know of the store: does it keep what it takes, is it still the one it was, what time has it. */
export interface StateWatch {
  /** Why nothing may be deleted from the namespace now; asks the store. */
  holds(namespace: Namespace): Promise<StoreHold | undefined>;
  /**
   * Which life of the store this is: another one after it was emptied, restored or fell back; `undefined` when that is
   * not certain. Asks the store.
   */
  incarnation(): Promise<string | undefined>;
  /** What starts a retention: the later of our time and the store's as last measured, ms since the epoch. */
  latest(): number;
  /** What speaks for a deletion: the earlier of the two. */
  earliest(): number;
}
