/**
 * Faults that were once found by attack, each mended since. Taken out again, the simulation has to find it with the
 * happenings that are written beside the sabotage; with the mend the same happenings break nothing.
 */
export interface Attack {
  readonly name: string;
  /** The sabotage of `test/sabotage` that takes the mend out. */
  readonly without: string;
}

export const ATTACKS: readonly Attack[] = [
  { name: 'a machine sleeps between permit and request', without: 'sleep-uncounted' },
  { name: 'two programs with one configuration', without: 'other-program-ignored' },
  { name: 'the log dies after a permit', without: 'dead-log-ignored' },
  { name: 'Redis loses the schedule of what is due', without: 'lost-index-stays-lost' },
  { name: 'a pass met the lock of a worker that died, in a unit that is always busy', without: 'place-given-away' },
];
