import type { Logger } from '../../core/common/logger.ts';
import type { Control, ControlChange, ControlState } from '../../core/policy/fleet.ts';
import { isLower } from '../../core/policy/stage.ts';

interface Deps {
  readonly control: Control;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * What holds now, given what held before. A version that went down says that Redis was emptied, restored or failed
 * over backwards: whatever held is put back, since forgetting it must not release anything (L61), and no limit that was
 * set at run time is forgotten either (L22). The same version with other words says so too: somebody changed a control
 * that had fallen back, before this process looked.
 */
export async function restoreControl(
  { control, now, log }: Deps,
  before: ControlState | undefined,
  read: ControlState,
): Promise<ControlState> {
  if (before === undefined || read.version > before.version) return read;
  const change: ControlChange = {
    ...(before.killed && !read.killed ? { killed: true } : {}),
    ...(before.service === 'out' && read.service === 'in' ? { service: 'out' } : {}),
    ...(before.deletesPerDay !== undefined && read.deletesPerDay === undefined
      ? { deletesPerDay: before.deletesPerDay }
      : {}),
    ...(before.capacity !== undefined && read.capacity === undefined ? { capacity: before.capacity } : {}),
    ...lostStages(before, read),
  };
  if (Object.keys(change).length === 0) return read;
  const reason = 'Redis lost the control state of the fleet: the last known state is restored';
  log.warn(change, reason);
  const audit = { at: now(), namespace: 'fleet', event: 'control', actor: 'holystone', reason } as const;
  return (await control.write(change, audit)).after;
}

/** What somebody said is put back; of two words the one that goes less far holds. */
function lostStages(before: ControlState, read: ControlState): Pick<ControlChange, 'stages'> {
  const lost = Object.entries(before.stages).filter(([unit, stage]) => {
    const found = read.stages[unit];
    return found === undefined || isLower(stage, found);
  });
  return lost.length === 0 ? {} : { stages: Object.fromEntries(lost) };
}
