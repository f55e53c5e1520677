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

export const systemClock: Clock = { now: () => Date.now() };

/** Monotonic time of this process; `performance.now` keeps counting while a process is stopped with SIGSTOP. */
export const systemMonotonicClock: MonotonicClock = { monotonicMs: () => performance.now() };
