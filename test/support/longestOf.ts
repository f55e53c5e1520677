import type { Clock, MonotonicClock } from '../../src/core/common/clock.ts';
import { type LongestTime, longestTime } from '../../src/core/common/longestTime.ts';

/** The longest time of a machine with these two clocks; the steady one stands still while it sleeps. */
export function longestOf(steady: MonotonicClock, wall: Clock): MonotonicClock {
  let counted: LongestTime | undefined;
  return {
    monotonicMs() {
      counted = longestTime(counted, steady.monotonicMs(), [{ ms: wall.now(), stepMs: 1 }]);
      return counted.ms;
    },
  };
}
