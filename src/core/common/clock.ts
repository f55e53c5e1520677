import { uptime } from 'node:os';
import { type LongestTime, longestTime } from './longestTime.ts';

/**
 * Business time: dates, windows, retention, scores. Injected, so that tests can fix it.
 * Locks, permits, back-off and time-outs use {@link MonotonicClock} instead.
 */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** Elapsed time; it never goes back. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary fixed point of this process. */
  monotonicMs(): number;
}

/** The maximum difference of two machines' clocks, ms; a wrong clock wrote any date further in the future. */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Did a wrong clock write a stored instant (ms since the epoch)? Yes if it is further in the future than clocks differ.
 * Such an instant is treated as absent, or the work that waits for it would wait as long as that clock was ahead.
 */
export function isFromFuture(at: number, now: number): boolean {
  return at > now + CLOCKS_DIFFER_MS;
}

/** The wall clock of this machine. Tests pass another {@link Clock}. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * Time that has certainly passed, for what must not begin too early: it counts a process that is stopped (SIGSTOP), and
 * neither a machine that sleeps nor a wall clock that is set (Linux: CLOCK_MONOTONIC).
 */
export const steadyClock: MonotonicClock = { monotonicMs: () => performance.now() };

/** `os.uptime` reads `/proc/uptime` (1/100 s, with the time of sleep); where there is none, it has whole seconds. */
const UPTIME_STEP_MS = 1_000;
/** `Date.now` has whole ms. */
const WALL_STEP_MS = 1;

/**
 * A clock of the longest time that may have passed, for what must end in time: locks, permits, the age of evidence. It
 * counts a machine that sleeps, by its uptime and by the wall clock. A deadline may come too early by it, and never too
 * late. Two of these clocks count by themselves: a process needs one.
 */
export function longestClock(): MonotonicClock {
  let counted: LongestTime | undefined;
  return {
    monotonicMs() {
      const wall = { ms: Date.now(), stepMs: WALL_STEP_MS };
      counted = longestTime(counted, steadyClock.monotonicMs(), [wall, { ms: uptimeMs(), stepMs: UPTIME_STEP_MS }]);
      return counted.ms;
    },
  };
}

/** The {@link longestClock} of this process. */
export const systemMonotonicClock: MonotonicClock = longestClock();

function uptimeMs(): number {
  try {
    return uptime() * 1_000;
  } catch {
    return Number.NaN;
  }
}

/**
 * Converts a monotonic instant to business time, whole ms since the epoch; rounded down.
 * @param at by the monotonic clock, which counts fractions of a millisecond; Infinity stays Infinity
 */
export function businessTimeOf(
  at: number,
  { clock, monotonic }: { readonly clock: Clock; readonly monotonic: MonotonicClock },
): number {
  return Math.floor(clock.now() - (monotonic.monotonicMs() - at));
}
