/** Marks whose retention is over only by a clock that a person set ahead: they wait as much longer (law 3). Pure. */
import { formatAge } from '../common/duration.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import type { Mark } from './mark.ts';
import { earliestExpeditedAt, isExpedited } from './ownerResponse.ts';

/**
 * Why the mark waits, and what to do; `undefined`: its time has passed.
 * @param unpassedMs how much of the time since an instant may not have passed, ms
 */
export function waitsForClock(
  wc: WorkConfiguration,
  mark: Mark,
  now: number,
  unpassedMs: (since: number) => number,
): string | undefined {
  const { markedAt, notice, quarantine, projectedDeletionAt } = mark;
  const aheadMs = unpassedMs(Math.max(markedAt, notice?.acceptedAt ?? 0, quarantine?.at ?? 0));
  // An owner who asks for an early deletion ends the retention, but not the time in which others may keep the resource.
  const dueAt = isExpedited(mark) ? earliestExpeditedAt(wc, mark) : projectedDeletionAt;
  if (aheadMs === 0 || dueAt + aheadMs <= now) return undefined;
  const by = formatAge(aheadMs);
  return (
    `the clock was set ahead by ${by} while Holystone ran, or the machine slept: marks from before that wait ${by} ` +
    'longer; set all clocks by NTP'
  );
}
