import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { longestClock, systemMonotonicClock } from '../../../src/core/common/clock.ts';
import { type LongestTime, longestTime } from '../../../src/core/common/longestTime.ts';

const WALL_STEP_MS = 1;
const UPTIME_STEP_MS = 1_000;

/** What the clocks of a machine did between two looks, ms. */
interface Span {
  readonly monotonic: number;
  readonly wall: number;
  readonly uptime: number;
}

const awake = (ms: number): Span => ({ monotonic: ms, wall: ms, uptime: ms });

class Machine {
  #shown: Span = { monotonic: 5_000.25, wall: 1_800_000_000_000, uptime: 900_000 };
  #counted: LongestTime | undefined;

  look(): number {
    const { monotonic, wall, uptime } = this.#shown;
    this.#counted = longestTime(this.#counted, monotonic, [
      { ms: Math.floor(wall), stepMs: WALL_STEP_MS },
      { ms: Math.floor(uptime / 10) * 10, stepMs: UPTIME_STEP_MS },
    ]);
    return this.#counted.ms;
  }
  pass({ monotonic, wall, uptime }: Span): number {
    const shown = this.#shown;
    this.#shown = {
      monotonic: shown.monotonic + monotonic,
      wall: shown.wall + wall,
      uptime: shown.uptime + uptime,
    };
    return this.look();
  }
}

/** The time that a new machine counts over these spans, ms. */
function countedOver(...spans: readonly Span[]): number {
  const machine = new Machine();
  const began = machine.look();
  return spans.map((span) => machine.pass(span) - began).at(-1) ?? 0;
}

describe('the longest time that may have passed', () => {
  test.each<[string, readonly Span[], number]>([
    ['all clocks go on', [awake(20_000)], 20_000],
    ['the machine sleeps, and wall clock and uptime count it once', [{ ...awake(31_000), monotonic: 1_000 }], 31_000],
    ['the wall clock alone counts the sleep', [{ monotonic: 1_000, wall: 31_000, uptime: 1_000 }], 31_000],
    ['the uptime alone counts the sleep', [{ monotonic: 1_000, wall: 1_000, uptime: 31_000 }], 31_000],
    ['a process is stopped in a container without an uptime', [{ ...awake(40_000), uptime: 0 }], 40_000],
    ['the wall clock is set back', [{ ...awake(10_000), wall: -3_600_000 }], 10_000],
    ['the wall clock is set back during a sleep', [{ monotonic: 1_000, wall: -60_000, uptime: 31_000 }], 31_000],
    ['the wall clock is set ahead: it ends early', [{ ...awake(1_000), wall: 61_000 }], 61_000],
    [
      'set ahead and back again, it counts what it gained after that',
      [
        { ...awake(0), wall: 60_000 },
        { ...awake(0), wall: -60_000 },
        { monotonic: 0, wall: 30_000, uptime: 0 },
      ],
      90_000,
    ],
  ])('%s', (_what, spans, expected) => {
    expect(Math.abs(countedOver(...spans) - expected)).toBeLessThanOrEqual(1);
  });

  test('a clock that can be read only later counts from then on', () => {
    const unread = longestTime(undefined, 1_000, [{ ms: Number.NaN, stepMs: 1 }]);
    const first = longestTime(unread, 2_000, [{ ms: 7_000_000, stepMs: 1 }]);
    const lost = longestTime(first, 3_000, [{ ms: Number.NaN, stepMs: 1 }]);
    const slept = longestTime(lost, 3_000, [{ ms: 7_031_000, stepMs: 1 }]);
    expect([unread, first, lost, slept].map(({ ms }) => ms)).toEqual([0, 1_000, 2_000, 32_000]);
  });

  test('a thousand looks within a second do not add their roundings up', () => {
    const machine = new Machine();
    const began = machine.look();
    let last = began;
    for (let look = 0; look < 1_000; look++) last = machine.pass(awake(0.7));
    expect(last - began).toBeLessThan(703);
  });

  test('whatever the clocks do, it never goes back, and no clock counts more than it between any two looks', () => {
    const some = fc.integer({ min: -100_000, max: 100_000 });
    const span = fc.record({ monotonic: fc.integer({ min: 0, max: 100_000 }), wall: some, uptime: some });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 12 }), (spans) => {
        const machine = new Machine();
        const counted = [machine.look(), ...spans.map((each) => machine.pass(each))];
        for (let from = 0; from < spans.length; from++) {
          const passed = { monotonic: 0, wall: 0, uptime: 0 };
          for (let to = from; to < spans.length; to++) {
            for (const name of ['monotonic', 'wall', 'uptime'] as const) passed[name] += spans[to]?.[name] ?? 0;
            const least = Math.max(passed.monotonic, passed.wall - 2, passed.uptime - UPTIME_STEP_MS - 10);
            expect((counted[to + 1] ?? 0) - (counted[from] ?? 0)).toBeGreaterThanOrEqual(least - 0.001);
          }
        }
      }),
    );
  });

  test('the clock of this machine goes on, in fractions of a millisecond', () => {
    const looks = Array.from({ length: 2_000 }, () => systemMonotonicClock.monotonicMs());
    expect(looks).toEqual([...looks].sort((a, b) => a - b));
    expect(looks.some((at) => !Number.isInteger(at))).toBe(true);
  });

  test('each of these clocks counts by itself, from its first look', () => {
    longestClock().monotonicMs();
    expect(longestClock().monotonicMs()).toBe(0);
  });
});
