/**
 * Business time: dates, windows, retention, scores. Injected, so that tests can hold it still.
 * Locks, permits, back-off and time-outs use {@link MonotonicClock} instead.
 */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

/** Real elapsed time that no change of the wall clock can move. */
export interface MonotonicClock {
  /** Milliseconds since an arbitrary fixed point of this process. */
  monotonicMs(): number;
}

/** The clocks of two machines differ, ms; a date further ahead than this was not written by a right one. */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

/**
 * Was a stored instant (ms since the epoch) written by a wrong clock, as it lies further ahead than clocks may differ?
 * Such an instant is treated as absent, or what waits for it would wait for as long as that clock was ahead.
 */
export function isFromFuture(at: number, now: number): boolean {
  return at > now + CLOCKS_DIFFER_MS;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Monotonic time of this process; `performance.now` keeps counting while a process is stopped with SIGSTOP. */
export const systemMonotonicClock: MonotonicClock = { monotonicMs: () => performance.now() };

/**
 * When it was, by business time, whole ms since the epoch; a moment early rather than late.
 * @param at by the monotonic clock, which counts fractions of a millisecond; Infinity stays what it is
 */
export function businessTimeOf(
  at: number,
  { clock, monotonic }: { readonly clock: Clock; readonly monotonic: MonotonicClock },
): number {
  return Math.floor(clock.now() - (monotonic.monotonicMs() - at));
}
