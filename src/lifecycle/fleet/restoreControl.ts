import type { Logger } from '../../core/common/logger.ts';
import type { Control, ControlState } from '../../core/policy/fleet.ts';
import { type StartStageOf, stricterControl } from '../../core/policy/stricterControl.ts';

interface Deps {
  readonly control: Control;
  readonly startStageOf: StartStageOf;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * The control in force now, given the one before. A lower version means that Redis was emptied, restored or failed over
 * backwards, or that an older control was put back: what allows less is written again. The same version with other
 * content means it too: an operator changed a control that had fallen back, before this process read it. One that no
 * holder of a signing key stored is replaced by the one before.
 */
export async function restoreControl(
  { control, startStageOf, now, log }: Deps,
  before: ControlState | undefined,
  read: ControlState,
): Promise<ControlState> {
  if (before === undefined || before.unproven) return read;
  if (!read.unproven && read.version > before.version) return read;
  // A namespace that is not configured here goes no further than its type.
  const change = stricterControl(before, read, (namespace) => startStageOf(namespace) ?? 'plan');
  if (Object.keys(change).length === 0) return read;
  const reason = read.unproven
    ? 'somebody without a key of signing changed the control of the fleet: the last known state is restored'
    : 'Redis lost the control state of the fleet: the last known state is restored';
  log.warn(change, reason);
  const audit = { at: now(), namespace: 'fleet', event: 'control', actor: 'holystone', reason } as const;
  return (await control.write(change, audit)).after;
}

/**
 * The kill switch goes on, because Redis has an earlier control than one that a pass saw: what operators said since is
 * unknown.
 * @param seen the version of that control @param found the version in Redis
 */
export async function stopAfter(
  { control, now, log }: Omit<Deps, 'startStageOf'>,
  seen: number,
  found: number,
): Promise<ControlState> {
  const reason =
    'Redis has an earlier control of the fleet than a pass saw: what operators said since is lost. Look at ' +
    '`holystone stage` and `holystone limits`, correct them, then run `holystone kill --lift`';
  log.warn({ seen, found }, reason);
  const audit = { at: now(), namespace: 'fleet', event: 'control', actor: 'holystone', reason } as const;
  return (await control.write({ killed: true, after: seen }, audit)).after;
}
