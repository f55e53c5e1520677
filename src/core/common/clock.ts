/**
 * Business time: dates, windows, retention, scores. Injected, so that tests can fix it.
 * Locks, permits, back-off and time-outs use {@link MonotonicClock} instead.
 */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** Real elapsed time; a change of the wall clock does not affect it. */
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

/** Monotonic time of this process; `performance.now` keeps counting while a process is stopped with SIGSTOP. */
export const systemMonotonicClock: MonotonicClock = { monotonicMs: () => performance.now() };

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
