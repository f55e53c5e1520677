/** Marks whose retention is over by a clock that somebody set ahead only: they wait as much longer (law 3). */
import { formatAge } from '../../core/common/duration.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isExpedited } from '../../core/mark/ownerResponse.ts';
import type { DeletePass } from './deleteContext.ts';

type Pass = Pick<DeletePass, 'deps' | 'unpassedMs'>;

/** Why the mark waits, and what to do; `undefined`: its time has passed, or its owner asked for an early deletion. */
export function waitsForClock({ deps, unpassedMs }: Pass, mark: Mark): string | undefined {
  const { markedAt, notice, quarantine, projectedDeletionAt } = mark;
  const startedAt = Math.max(markedAt, notice?.acceptedAt ?? 0, quarantine?.at ?? 0);
  const aheadMs = unpassedMs(startedAt);
  if (aheadMs === 0 || isExpedited(mark) || projectedDeletionAt + aheadMs <= deps.clock.now()) return undefined;
  return (
    `the clock was set ahead by ${formatAge(aheadMs)} while Holystone ran, or the machine slept: what was marked before ` +
    'waits as much longer; set all clocks by NTP'
  );
}
