import type { Logger } from '../../core/common/logger.ts';
import type { Control, ControlChange, ControlState } from '../../core/policy/fleet.ts';
import { chosenIn } from '../../core/policy/rollout.ts';
import { isLower, type Stage, stageUnitOf } from '../../core/policy/stage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

interface Deps {
  readonly control: Control;
  /** The stage that the configuration gives; `undefined` = the namespace is not configured. */
  readonly startStageOf: (namespace: Namespace) => Stage | undefined;
  readonly now: () => number;
  readonly log: Logger;
}

/**
 * The control in force now, given the one before. A lower version means that Redis was emptied, restored or failed over
 * backwards: every limit is written back, since its loss must not release anything (L61), and no limit that was set at
 * run time may be lost either (L22). Of two limits the lower one counts. The same version with other content means it
 * too: an operator changed a control that had fallen back, before this process read it.
 */
export async function restoreControl(
  { control, startStageOf, now, log }: Deps,
  before: ControlState | undefined,
  read: ControlState,
): Promise<ControlState> {
  if (before === undefined || read.version > before.version) return read;
  const change: ControlChange = {
    ...(before.killed && !read.killed ? { killed: true } : {}),
    ...(before.service === 'out' && read.service === 'in' ? { service: 'out' } : {}),
    ...lostLimits(before, read),
    ...lostProviders(before, read),
    ...lostStages(before, read, startStageOf),
  };
  if (Object.keys(change).length === 0) return read;
  const reason = 'Redis lost the control state of the fleet: the last known state is restored';
  log.warn(change, reason);
  const audit = { at: now(), namespace: 'fleet', event: 'control', actor: 'holystone', reason } as const;
  return (await control.write(change, audit)).after;
}

/** A limit that is lost, or that was lowered since. */
const isLost = (before: number | undefined, read: number | undefined) =>
  before !== undefined && (read === undefined || before < read);

function lostLimits(before: ControlState, read: ControlState): ControlChange {
  const limits = (['capacity', 'deletesPerDay', 'deleteBudgetMs', 'starveAfterMs'] as const).filter((name) =>
    isLost(before[name], read[name]),
  );
  return Object.fromEntries(limits.map((name) => [name, before[name]]));
}

/** Stages that were set are written back; of two different stages the lower one applies. */
function lostStages(
  before: ControlState,
  read: ControlState,
  startStageOf: Deps['startStageOf'],
): Pick<ControlChange, 'stages'> {
  const lost = Object.entries(before.stages).filter(([unit, stage]) => {
    const found = read.stages[unit];
    return found === undefined || isLower(stage, found);
  });
  // A choice of single namespaces that had ended must not begin again; but perhaps a lower one is news.
  const ended = chosenIn(read).filter((namespace) => {
    if (before.stages[namespace] !== undefined) return false;
    const without = before.stages[stageUnitOf(namespace)] ?? startStageOf(namespace) ?? 'plan';
    return isLower(without, read.stages[namespace] as Stage);
  });
  if (lost.length + ended.length === 0) return {};
  return { stages: { ...Object.fromEntries(ended.map((one) => [one, null])), ...Object.fromEntries(lost) } };
}

function lostProviders(before: ControlState, read: ControlState): Pick<ControlChange, 'providers'> {
  const lost = Object.entries(before.providers ?? {}).filter(([provider, units]) =>
    isLost(units, read.providers?.[provider]),
  );
  return lost.length === 0 ? {} : { providers: Object.fromEntries(lost) };
}
