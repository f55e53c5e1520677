/** Several instances, operators, clocks, the queue, and who else writes to Redis. */
import { BUSY } from '../../simulation/world/scale.ts';
import { ALONE, DAY, SHORT, short, TAGS } from './scales.ts';
import type { Shown } from './shown.ts';

const YEAR = 366 * DAY;
const HOUR_S = 3_600;
const signed = short({ isSigned: true });
/** Every clock but the oscillators and the provider's is set ahead by a day. */
const clocksAhead: Shown['happenings'] = [
  { kind: 'clockAhead', atMs: 0.6 * DAY, on: 0, ms: DAY },
  { kind: 'clockAhead', atMs: 0.6 * DAY, on: 1, ms: DAY },
  { kind: 'redisClock', atMs: 0.6 * DAY, ms: DAY },
];

export const FLEET: Readonly<Record<string, Shown>> = {
  'control-not-read': { happenings: [{ kind: 'kill', atMs: 0.6 * DAY, on: 1 }], breaks: ['killed'] },
  'other-program-ignored': { happenings: [], isMixed: true, breaks: ['rules'] },
  'drift-ignored': { happenings: [], isMixed: true, breaks: ['rules'] },
  'lost-index-stays-lost': {
    happenings: [{ kind: 'keyLost', key: 'schedule', atMs: 0.7 * DAY }],
    scale: { ...SHORT, days: 3.9 },
    breaks: ['waits for ever', 'indexes'],
  },
  'place-given-away': {
    happenings: [{ kind: 'dies', after: 'aws:DescribeImages', nth: 3 }],
    scale: BUSY,
    breaks: ['passes'],
  },
  'control-not-proven': {
    happenings: [
      { kind: 'kill', atMs: 0.6 * DAY, on: 0 },
      // Who saw the kill switch remembers it, and says so again.
      { kind: 'dies', atMs: 0.7 * DAY, on: 0 },
      { kind: 'dies', atMs: 0.7 * DAY, on: 1 },
      { kind: 'command', words: ['HSET', 'holystone:control', 'killed', 'no'], atMs: 0.7 * DAY + 1_000 },
    ],
    scale: signed,
    breaks: ['killed'],
  },
  'older-mark-believed': {
    happenings: [
      { kind: 'command', words: ['COPY', 'holystone:{{ns}}:marks', 'holystone:{{ns}}:was'], atMs: 0.6 * DAY },
      { kind: 'disclaim', atMs: 0.65 * DAY, image: 1, on: 0 },
      {
        kind: 'command',
        words: ['COPY', 'holystone:{{ns}}:was', 'holystone:{{ns}}:marks', 'REPLACE'],
        atMs: 1.6 * DAY,
      },
      { kind: 'command', words: ['ZADD', 'holystone:{{ns}}:schedule', '1', '{id}'], image: 1, atMs: 1.6 * DAY },
    ],
    scale: signed,
    breaks: ['date'],
  },
  'counter-set-back': {
    happenings: [
      { kind: 'control', atMs: 0.6 * DAY, on: 0, change: { deletesPerDay: 1 } },
      { kind: 'command', words: ['DEL', 'holystone:{holystone:control}:budget:2026-01-06'], atMs: 1.7 * DAY },
    ],
    scale: {
      ...ALONE,
      tickS: 3 * HOUR_S,
      everyS: { ...ALONE.everyS, delete: 3 * HOUR_S },
      settings: { isSigned: true },
    },
    breaks: ['pace'],
  },
  'late-tick-dropped': {
    // A minute in which nothing of the machine runs, at each tick.
    happenings: [0.25, 0.5, 0.75, 1, 1.25, 1.5].map((day) => ({
      kind: 'stopped',
      atMs: day * DAY - 60_000,
      on: 0,
      ms: 60_000,
    })),
    scale: { ...ALONE, days: 1.6, everyS: TAGS.everyS },
    breaks: ['passes'],
  },
  'refusals-keep-their-place': {
    happenings: [
      {
        kind: 'providerFails',
        atMs: 0.1 * DAY,
        image: 0,
        fault: { kind: 'error', operation: 'DeregisterImage', code: 'InvalidAMIID.Unavailable', status: 400 },
      },
    ],
    scale: short({ deletesPerDay: 1 }, 3.9),
    breaks: ['waits for ever'],
  },
  'future-is-awaited': {
    happenings: [
      { kind: 'clockAhead', atMs: 1, on: 0, ms: YEAR },
      { kind: 'clockBack', after: 'recordPass', nth: 1, ms: YEAR },
    ],
    scale: { ...ALONE, days: 1.5, everyS: TAGS.everyS },
    breaks: ['passes'],
  },
  'clock-believed': { happenings: clocksAhead, beside: ['providers-not-heard'], breaks: ['date'] },
  'providers-not-heard': { happenings: clocksAhead, beside: ['clock-believed'], breaks: ['date'] },
};
