/** The jumps of a clock that a person set, or of a machine that slept. Pure. */

/** One jump, in the terms of the clock that jumped. */
export interface ClockJump {
  /** The instant that the clock would have shown without the jump, ms since the epoch. */
  readonly from: number;
  /** Ms; negative: the clock was set back. */
  readonly byMs: number;
}

/**
 * How much of the time since an instant may not have passed, ms; never too little. An instant at which the clock was
 * wrong does not show before or after which jumps it was: the worst case counts.
 * @param jumps in their order
 * @param startedAt as the clock showed it then, ms since the epoch
 */
export function unpassedMs(jumps: readonly ClockJump[], startedAt: number): number {
  let sum = 0;
  let most = 0;
  for (const { byMs } of jumps.filter(({ from }) => startedAt <= from).reverse()) {
    sum += byMs;
    most = Math.max(most, sum);
  }
  return most;
}
