/**
 * Sabotages of `test/sabotage` with the happenings that show them: with nothing else, the simulation has to find each.
 * `.ci/nightly` runs them.
 */
import type { Happening } from './happening.ts';

export interface Mistake {
  readonly sabotage: string;
  readonly happenings: readonly Happening[];
  /** The law that is broken. */
  readonly breaks: string;
}

const DAY = 86_400_000;
const kept: Happening = { kind: 'keep', atMs: DAY, image: 1, on: 0 };
const used: Happening = { kind: 'used', atMs: 1.5 * DAY, image: 1 };

export const MISTAKES: readonly Mistake[] = [
  { sabotage: 'evaluate-always-candidate', happenings: [used], breaks: 'used' },
  { sabotage: 'use-ignored', happenings: [used], breaks: 'used' },
  { sabotage: 'recheck-skipped', happenings: [{ ...used, atMs: 2.7 * DAY }], breaks: 'used' },
  { sabotage: 'notice-not-sent', happenings: [], breaks: 'told' },
  { sabotage: 'permit-without-notice', happenings: [], breaks: 'told' },
  { sabotage: 'permit-without-date', happenings: [], breaks: 'date' },
  { sabotage: 'definitions-not-written', happenings: [], breaks: 'definition' },
  { sabotage: 'by-force', happenings: [], breaks: 'alone' },
  {
    sabotage: 'record-unwritten',
    happenings: [{ kind: 'deadLog', after: 'permit', nth: 1, ms: 60_000 }],
    breaks: 'record',
  },
  { sabotage: 'control-not-read', happenings: [{ kind: 'kill', atMs: 1.5 * DAY, on: 1 }], breaks: 'killed' },
  { sabotage: 'opt-out-forgotten', happenings: [kept], breaks: 'kept' },
];
