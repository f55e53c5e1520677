/**
 * Faults that were once found by attack, each mended since. Taken out again, the simulation has to find it with the
 * happenings that are written here; with the mend the same happenings break nothing.
 */
import type { Happening } from './happening.ts';

export interface Attack {
  readonly name: string;
  /** What takes the mend out: a sabotage of `test/sabotage`, or a clock that stands while the machine sleeps. */
  readonly without: string;
  readonly happenings: readonly Happening[];
  /** The instances run two programs by turns. */
  readonly isMixed?: true;
  /** One of these laws is broken. */
  readonly breaks: readonly string[];
}

/** Every deadline of the program goes by a clock that counts no sleep. */
export const STEADY = 'steady clock';

const DAY = 86_400_000;

export const ATTACKS: readonly Attack[] = [
  {
    name: 'a machine sleeps between permit and request',
    without: STEADY,
    happenings: [{ kind: 'suspended', after: 'permit', nth: 1, ms: 43_000 }],
    breaks: ['lock', 'history'],
  },
  {
    name: 'two programs with one configuration',
    without: 'other-program-ignored',
    happenings: [],
    isMixed: true,
    breaks: ['rules'],
  },
  {
    name: 'the log dies after a permit',
    without: 'dead-log-ignored',
    happenings: [{ kind: 'deadLog', after: 'permit', nth: 1, ms: 60_000 }],
    breaks: ['record'],
  },
  {
    name: 'Redis loses the schedule of what is due',
    without: 'lost-index-stays-lost',
    happenings: [{ kind: 'keyLost', key: 'schedule', atMs: Math.round(1.2 * DAY) }],
    breaks: ['waits for ever', 'indexes'],
  },
];
