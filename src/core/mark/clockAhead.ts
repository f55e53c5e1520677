/** Marks whose retention is over only by a clock that somebody set ahead: they wait as much longer (law 3). Pure. */
import { formatAge } from '../common/duration.ts';
import type { Mark } from './mark.ts';
import { isExpedited } from './ownerResponse.ts';

/**
 * Why the mark waits, and what to do; `undefined`: its time has passed, or its owner asked for an early deletion.
 * @param unpassedMs how much of the time since an instant may not have passed, ms
 */
export function waitsForClock(mark: Mark, now: number, unpassedMs: (since: number) => number): string | undefined {
  const { markedAt, notice, quarantine, projectedDeletionAt } = mark;
  const aheadMs = unpassedMs(Math.max(markedAt, notice?.acceptedAt ?? 0, quarantine?.at ?? 0));
  if (aheadMs === 0 || isExpedited(mark) || projectedDeletionAt + aheadMs <= now) return undefined;
  return (
    `the clock was set ahead by ${formatAge(aheadMs)} while Holystone ran, or the machine slept: what was marked before ` +
    'waits as much longer; set all clocks by NTP'
  );
}
