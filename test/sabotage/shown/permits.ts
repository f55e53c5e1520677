/** The clauses of the permit, and its end. */

import { BEFORE_MS, DAY, short, TAGS } from './scales.ts';
import type { Shown } from './shown.ts';

const keptAtThePermit = [0, 1].map((image) => ({
  kind: 'keep' as const,
  after: 'reserveFleet',
  nth: 1,
  ms: 0,
  image,
  on: 1,
}));
const sleepsAtThePermit = [{ kind: 'suspended', after: 'permit', nth: 1, ms: 43_000 }] as const;

export const PERMITS: Readonly<Record<string, Shown>> = {
  'permit-without-notice': { happenings: [], part: 'all', breaks: ['told'] },
  'permit-without-date': { happenings: [], part: 'all', breaks: ['date'] },
  'permit-without-budget': { happenings: [], scale: short({ deletesPerDay: 1 }), breaks: ['pace'] },
  'permit-without-fleet-budget': {
    happenings: [{ kind: 'control', atMs: 0.6 * DAY, on: 0, change: { deletesPerDay: 1 } }],
    breaks: ['pace'],
  },
  'permit-without-canary': {
    happenings: [],
    scale: { ...short({ stage: 'canary' }), resources: 7 },
    breaks: ['canary'],
  },
  'permit-without-durability': { happenings: [], scale: short({ isStoreChecked: true }), breaks: ['durability'] },
  'permit-without-clock': {
    happenings: [{ kind: 'redisClock', atMs: BEFORE_MS - 200_000, ms: 400_000 }],
    breaks: ['clock'],
  },
  'permit-without-opt-outs': { happenings: keptAtThePermit, part: 'all', breaks: ['kept'] },
  'permit-without-generation': { happenings: keptAtThePermit, part: 'all', breaks: ['kept'] },
  'permit-without-patterns': {
    happenings: keptAtThePermit.map((keep) => ({ ...keep, isPattern: true })),
    beside: ['permit-without-generation'],
    breaks: ['kept'],
  },
  'loss-forgotten': {
    happenings: [
      { kind: 'keep', atMs: 1.2 * DAY, image: 1, on: 0 },
      { kind: 'olderCopy', atMs: 1.65 * DAY },
    ],
    scale: { ...TAGS, days: 3.3 },
    breaks: ['kept'],
  },
  'permit-without-incarnation': {
    happenings: [
      { kind: 'keep', atMs: 1.2 * DAY, image: 1, on: 0 },
      { kind: 'olderCopy', atMs: 1.65 * DAY },
    ],
    scale: { ...TAGS, days: 3.3 },
    beside: ['loss-forgotten'],
    breaks: ['kept'],
  },
  'permit-without-record': {
    happenings: [{ kind: 'deadLog', after: 'permit', nth: 1, ms: 60_000 }],
    beside: ['record-unwritten'],
    breaks: ['record'],
  },
  'rollback-not-noticed': {
    happenings: [
      { kind: 'keep', atMs: 1.2 * DAY, image: 1, on: 0 },
      { kind: 'olderCopy', atMs: 1.65 * DAY },
    ],
    scale: TAGS,
    breaks: ['kept'],
  },
  'fleet-gate-loose': {
    happenings: [{ kind: 'kill', after: 'permit', nth: 1, ms: 500, on: 0 }],
    part: 'all',
    breaks: ['killed'],
  },
  'gate-open': { happenings: sleepsAtThePermit, breaks: ['lock'] },
  'sleep-uncounted': { happenings: sleepsAtThePermit, isSteady: true, breaks: ['lock', 'history'] },
};
