/** Laws 1 to 8, 10, 12, 13 and 15: what is judged, told and recorded. */

import { ALONE, DAY, SHORT, short } from './scales.ts';
import type { Shown } from './shown.ts';

const quarantine = short({ quarantine: 1 }, 3.3);
const stopped = { tripwires: 'newMarks: 500' };
const suddenlyEmpty: Shown['happenings'] = [
  { kind: 'used', atMs: 0, image: 1 },
  { kind: 'providerFails', atMs: 0.9 * DAY, fault: { kind: 'empty', operation: 'DescribeInstances' } },
];

export const JUDGING: Readonly<Record<string, Shown>> = {
  'evaluate-always-candidate': { happenings: [{ kind: 'used', atMs: 0.1 * DAY, image: 1 }], breaks: ['used'] },
  'use-ignored': { happenings: [{ kind: 'used', atMs: 0.1 * DAY, image: 1 }], breaks: ['used'] },
  'recheck-skipped': { happenings: [{ kind: 'used', atMs: 1.73 * DAY, image: 1 }], breaks: ['used'] },
  'gaps-dropped': {
    happenings: [
      { kind: 'used', atMs: 0.1 * DAY, image: 1 },
      { kind: 'providerFails', atMs: 0.2 * DAY, fault: { kind: 'deny', operation: 'DescribeInstances' } },
    ],
    breaks: ['used'],
  },
  'tripwires-never-trip': {
    happenings: suddenlyEmpty,
    scale: short(stopped, 3),
    part: 'all',
    breaks: ['used'],
  },
  'confirmed-at-once': { happenings: suddenlyEmpty, scale: short(stopped, 3.9), breaks: ['used'] },
  'expedited-unchecked': {
    happenings: [
      { kind: 'expedite', atMs: 0.6 * DAY, image: 1, on: 0 },
      { kind: 'used', atMs: 0.62 * DAY, image: 1 },
    ],
    scale: ALONE,
    breaks: ['used'],
  },
  'opt-out-forgotten': { happenings: [{ kind: 'keep', atMs: 0.6 * DAY, image: 1, on: 0 }], breaks: ['kept'] },
  'opt-out-not-evaluated': { happenings: [{ kind: 'keepTag', atMs: 0.6 * DAY, image: 1 }], breaks: ['kept'] },
  'unstored-told-as-stored': {
    happenings: [
      { kind: 'keep', atMs: 0.6 * DAY, image: 1, on: 0 },
      { kind: 'readOnly', after: 'optOut', nth: 1 },
    ],
    breaks: ['kept'],
  },
  'keep-tag-not-written': {
    happenings: [
      { kind: 'keep', atMs: 0.3 * DAY, image: 1, on: 0 },
      { kind: 'emptied', atMs: 0.9 * DAY },
    ],
    scale: { ...SHORT, days: 3.6 },
    breaks: ['kept'],
  },
  'notice-not-sent': { happenings: [], breaks: ['told'] },
  'retention-ignored': { happenings: [], breaks: ['retention'] },
  'date-moved-in': { happenings: [], breaks: ['date'] },
  'disclaiming-ignored': {
    happenings: [{ kind: 'disclaim', atMs: 0.6 * DAY, image: 1, on: 0 }],
    breaks: ['told'],
  },
  'dry-run-writes': { happenings: [], scale: short({ isDryRun: true }), breaks: ['dry run'] },
  'pace-ignored': { happenings: [], scale: short({ deletesPerDay: 1 }), breaks: ['pace'] },
  'by-force': { happenings: [], breaks: ['alone'] },
  'definitions-not-written': { happenings: [], breaks: ['definition'] },
  'record-unwritten': {
    happenings: [{ kind: 'deadLog', after: 'permit', nth: 1, ms: 60_000 }],
    breaks: ['record'],
  },
  'dead-log-ignored': {
    happenings: [{ kind: 'deadLog', after: 'permit', nth: 1, ms: 60_000 }],
    breaks: ['record'],
  },
  'quarantine-left-out': { happenings: [], scale: quarantine, breaks: ['quarantine'] },
  'kept-left-disabled': {
    happenings: [{ kind: 'keep', atMs: 2.3 * DAY, image: 1, on: 0 }],
    scale: quarantine,
    breaks: ['quarantine'],
  },
  'taken-out-ignored': {
    happenings: [{ kind: 'enabled', atMs: 2.3 * DAY, image: 1 }],
    scale: quarantine,
    breaks: ['used', 'quarantine'],
  },
  'blocked-gives-nothing-back': {
    happenings: [{ kind: 'used', atMs: 1.9 * DAY, image: 1 }],
    scale: short(
      {
        quarantine: 1,
        tripwires: 'sharesFrom: 1, unmarkedShare: 1%, markedShare: 100%, dueShare: 100%, shrunkBy: 100%',
      },
      2.5,
    ),
    breaks: ['quarantine'],
  },
  'success-from-intent': {
    happenings: [
      {
        kind: 'providerFails',
        atMs: 0.1 * DAY,
        ms: 2 * DAY,
        fault: { kind: 'error', operation: 'DeregisterImage', code: 'InvalidAMIID.Unavailable', status: 400 },
      },
    ],
    breaks: ['log'],
  },
  'intents-forgotten': { happenings: [{ kind: 'dies', after: 'aws:DeregisterImage', nth: 2 }], breaks: ['log'] },
};
