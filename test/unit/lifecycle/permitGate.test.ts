/** The permit closes before the lock, the evidence or the fleet's gate ends, whichever is first. */
import { beforeEach, expect, test } from '@jest/globals';
import { type LongestTime, longestTime } from '../../../src/core/common/longestTime.ts';
import type { Lease } from '../../../src/core/ports/ports.ts';
import { DeletePermitGate } from '../../../src/lifecycle/deletion/permitGate.ts';

const REQUEST_MS = 10_000;
const EXPIRED = 'the permit has expired: lock or evidence is too old';

let now: number;
let stopped: string | undefined;
let aliveUntil: number;
let opened: number;
let closed: number;
let lock: AbortController;
let gate: DeletePermitGate;

beforeEach(() => {
  now = 1_000_000;
  stopped = undefined;
  aliveUntil = Number.POSITIVE_INFINITY;
  opened = 0;
  closed = 0;
  lock = new AbortController();
  const fleetGate = {
    denies: () => stopped,
    get aliveUntil() {
      return aliveUntil;
    },
    open: () => {
      opened++;
      return () => closed++;
    },
  };
  gate = new DeletePermitGate({ monotonicMs: () => now }, { signal: lock.signal } as Lease, fleetGate);
});

/** How long the gate stays open, ms. */
function openFor(ids: readonly string[] = ['ami-1']): number {
  const began = now;
  let [open, shut] = [0, 1_000_000];
  while (shut - open > 1) {
    const middle = Math.floor((open + shut) / 2);
    now = began + middle;
    if (gate.denies(ids) === undefined) open = middle;
    else shut = middle;
  }
  now = began;
  return shut;
}

test('L59 a permit ends one request before the lock', () => {
  gate.grant('ami-1', now, 60_000, now + 300_000);
  expect(openFor()).toBe(60_000 - REQUEST_MS);
});

test('L59 the time of the lock counts from when the permit was requested, not from its answer', () => {
  gate.grant('ami-1', now - 20_000, 60_000, now + 300_000);
  expect(openFor()).toBe(60_000 - REQUEST_MS - 20_000);
});

test('L59 a permit ends with the evidence', () => {
  gate.grant('ami-1', now, 60_000, now + 7_000);
  expect(openFor()).toBe(7_000);
});

test('L59 a permit ends when the process may no longer count as live', () => {
  aliveUntil = now + 4_000;
  gate.grant('ami-1', now, 60_000, now + 300_000);
  expect(openFor()).toBe(4_000);
});

test.each([
  ['the wall clock', 30_000, 0],
  ['the uptime', 0, 30_000],
  ['the uptime, while somebody sets the wall clock back', -3_600_000, 30_000],
])(
  'L59 a machine sleeps after the permit, and only %s counts it → the gate is closed when it wakes',
  (_clock, wall, uptime) => {
    let counted: LongestTime | undefined;
    const slept = { wall: 0, uptime: 0 };
    const longest = {
      monotonicMs: () => {
        const others = [slept.wall, slept.uptime].map((ms) => ({ ms: now + ms, stepMs: 1_000 }));
        counted = longestTime(counted, now, others);
        return counted.ms;
      },
    };
    const fleetGate = { denies: () => undefined, aliveUntil: Number.POSITIVE_INFINITY, open: () => () => {} };
    const onSleeper = new DeletePermitGate(longest, { signal: lock.signal } as Lease, fleetGate);
    onSleeper.grant('ami-1', longest.monotonicMs(), 30_000, longest.monotonicMs() + 300_000);
    const before = onSleeper.denies(['ami-1']);
    Object.assign(slept, { wall, uptime });
    expect([before, onSleeper.denies(['ami-1'])]).toEqual([undefined, EXPIRED]);
  },
);

test.each([
  ['the first', 20_000, 30_000],
  ['the second', 30_000, 20_000],
])('L59 two permits of one request last as long as the shorter, %s', (_which, one, other) => {
  gate.grant('ami-1', now, one + REQUEST_MS, now + 300_000);
  gate.grant('ami-2', now, other + REQUEST_MS, now + 300_000);
  expect(openFor(['ami-1', 'ami-2'])).toBe(20_000);
});

test('L59 a permit that is over does not shorten the next one', () => {
  gate.grant('ami-1', now, 20_000, now + 300_000);
  gate.revoke();
  gate.grant('ami-2', now, 60_000, now + 300_000);
  expect(openFor(['ami-2'])).toBe(60_000 - REQUEST_MS);
});

test('without a permit the gate is closed, also for a request that names no resource', () => {
  expect([gate.denies(), gate.denies(['ami-1'])]).toEqual(['no permit was granted', 'no permit was granted']);
  gate.grant('ami-1', now, 60_000, now + 300_000);
  expect(gate.denies()).toBeUndefined();
  gate.revoke();
  expect(gate.denies()).toBe('no permit was granted');
});

test('a request that deletes one resource too many does not leave', () => {
  gate.grant('ami-1', now, 60_000, now + 300_000);
  expect(gate.denies(['ami-1', 'ami-2'])).toBe('it would also delete ami-2, which has no permit');
});

test('a lost lock and a closed fleet gate close the gate at once', () => {
  gate.grant('ami-1', now, 60_000, now + 300_000);
  stopped = 'the kill switch is on';
  expect(gate.denies(['ami-1'])).toBe('the kill switch is on');
  stopped = undefined;
  lock.abort();
  expect(gate.denies(['ami-1'])).toBe('the lock of the namespace is lost');
});

test('Law 8 a permit that the store may have forgotten counts no more, also where another one of the request does', () => {
  let isBroken = false;
  gate.grant('ami-1', now, 60_000, now + 300_000, () => isBroken);
  gate.grant('ami-2', now, 60_000, now + 300_000);
  expect(gate.denies(['ami-1', 'ami-2'])).toBeUndefined();
  isBroken = true;
  expect(gate.denies(['ami-2'])).toBe('the connection to Redis broke after the permit: another Redis may not know it');
  gate.revoke();
  gate.grant('ami-2', now, 60_000, now + 300_000);
  expect(gate.denies(['ami-2'])).toBeUndefined();
});

test('an expired permit says so', () => {
  gate.grant('ami-1', now, 60_000, now);
  expect(gate.denies(['ami-1'])).toBe(EXPIRED);
});

test('the fleet gate is opened once for all permits of a request, closed once, and opened anew for the next request', () => {
  gate.grant('ami-1', now, 60_000, now + 300_000);
  gate.grant('ami-2', now, 60_000, now + 300_000);
  expect([opened, closed]).toEqual([1, 0]);
  gate.revoke();
  gate.revoke();
  expect([opened, closed]).toEqual([1, 1]);
  gate.grant('ami-3', now, 60_000, now + 300_000);
  expect([opened, closed]).toEqual([2, 1]);
});
