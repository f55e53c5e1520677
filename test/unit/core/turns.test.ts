import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { nextTurns, periodOf, type Turns, turnOf, type WaitingUnit } from '../../../src/core/work/turns.ts';
import { namespace, passRecord } from '../../support/queue.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 6, 18, 0);
const unit = (n: number, since = NOW): WaitingUnit => ({
  namespace: namespace(`registry:hub:shop${n}:tag`),
  action: 'delete',
  since,
});
const nobody: Turns = {
  due: [],
  unfinished: [],
  busy: new Set(),
  capacity: 4,
  given: 0,
  starveAfterMs: HOUR,
  now: NOW,
};
const oldestFirst = (units: readonly WaitingUnit[]) => [...units].sort((a, b) => a.since - b.since);
const ages = fc.uniqueArray(fc.integer({ min: 0, max: 10 * HOUR }), { maxLength: 20 });
const anyTurns = fc
  .record({ due: ages, unfinished: ages, busy: fc.nat(8), capacity: fc.nat(6), given: fc.nat(9) })
  .map(({ due, unfinished, busy, capacity, given }): Turns => {
    const at = (from: number) => (ms: number, n: number) => unit(from + n, NOW - ms);
    return {
      ...nobody,
      due: oldestFirst(due.map(at(0))),
      unfinished: oldestFirst(unfinished.map(at(100))),
      busy: new Set(Array.from({ length: busy }, (_, n) => unit(n * 2).namespace)),
      capacity,
      given,
    };
  });

describe('the turns of units', () => {
  test('R14 a due unit goes before an unfinished one, whichever is older', () => {
    const chosen = nextTurns({ ...nobody, due: [unit(1)], unfinished: [unit(2, NOW - 1)], capacity: 1 });
    expect(chosen).toEqual([unit(1)]);
  });

  test('R14 an unfinished unit gets a spare place', () => {
    const chosen = nextTurns({ ...nobody, due: [unit(1)], unfinished: [unit(2)] });
    expect(chosen).toEqual([unit(1), unit(2)]);
  });

  test('R14 a unit that has waited for starveAfter gets every second place', () => {
    const due = [unit(1), unit(2), unit(3)];
    const unfinished = [unit(4, NOW - HOUR), unit(5, NOW - HOUR)];
    expect(nextTurns({ ...nobody, due, unfinished })).toEqual([unit(1), unfinished[0], unit(2), unfinished[1]]);
  });

  test('R14 a fresh due unit waits for one starved unit at most', () => {
    const unfinished = Array.from({ length: 20 }, (_, n) => unit(n + 10, NOW - 2 * HOUR));
    const both = [0, 1].map((given) => nextTurns({ ...nobody, due: [unit(1)], unfinished, capacity: 1, given })[0]);
    expect(both).toEqual([unit(1), unfinished[0]]);
  });

  test('R13 capacity 0 gives no place', () => {
    expect(nextTurns({ ...nobody, due: [unit(1)], capacity: 0 })).toEqual([]);
  });

  test('R13 no more units than the capacity, and none twice, whatever waits', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const chosen = nextTurns(turns).map(({ namespace: name }) => name);
        expect(chosen.length).toBeLessThanOrEqual(Math.max(0, turns.capacity - turns.busy.size));
        expect(new Set([...chosen, ...turns.busy]).size).toBe(chosen.length + turns.busy.size);
      }),
    );
  });

  test('R14 a place stays free only where no unit waits', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const chosen = nextTurns(turns);
        const free = Math.max(0, turns.capacity - turns.busy.size);
        const waiting = [...turns.due, ...turns.unfinished].filter(({ namespace: name }) => !turns.busy.has(name));
        expect(chosen.length).toBe(Math.min(free, waiting.length));
      }),
    );
  });

  test('R14 of each kind the oldest goes first', () => {
    fc.assert(
      fc.property(anyTurns, (turns) => {
        const chosen = nextTurns(turns);
        for (const kind of [turns.due, turns.unfinished]) {
          const ours = chosen.filter((one) => kind.includes(one));
          const waiting = kind.filter(({ namespace: name }) => !turns.busy.has(name));
          expect(ours).toEqual(waiting.slice(0, ours.length));
        }
      }),
    );
  });
});

describe('how a pass waits', () => {
  const last = (of: object) => passRecord({ outcome: 'unfinished', startedAt: NOW - 300_000, endedAt: NOW, ...of });

  test('R14 an unfinished pass waits as unfinished since its end', () => {
    expect(turnOf(last({}), 6 * HOUR, NOW)).toEqual({ kind: 'unfinished', since: NOW });
  });

  test('R14 an unfinished pass close to its next regular date waits for that date', () => {
    const periodAt = NOW - 6 * HOUR + 60_000;
    expect(turnOf(last({ periodAt }), 6 * HOUR, NOW)).toEqual({ kind: 'folded', until: NOW + 60_000 });
  });

  test('R14 an unfinished pass is due at its next regular date', () => {
    const periodAt = NOW - 7 * HOUR;
    expect(turnOf(last({ periodAt }), 6 * HOUR, NOW)).toEqual({ kind: 'due', since: NOW - HOUR });
    expect(turnOf(last({ periodAt: NOW - 6 * HOUR }), 6 * HOUR, NOW)).toEqual({ kind: 'due', since: NOW });
  });

  test('R15 the passes that finish one period do not move it', () => {
    const began = NOW - HOUR;
    const periods = [
      periodOf(last({ periodAt: began }), 6 * HOUR, NOW),
      periodOf(last({ periodAt: began, outcome: 'complete' }), 6 * HOUR, NOW),
      periodOf(last({ periodAt: NOW - 7 * HOUR }), 6 * HOUR, NOW),
    ];
    expect(periods).toEqual([began, NOW, NOW]);
  });
});
