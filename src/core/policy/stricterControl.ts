/** What must be put back where the store lost a control of the fleet. Pure. */
import type { Namespace } from '../resource/namespace.ts';
import type { ControlChange, ControlState } from './fleet.ts';
import { chosenIn } from './rollout.ts';
import { isLower, type Stage, stageUnitOf } from './stage.ts';

/** The stage that the configuration gives; `undefined` = unknown, or the namespace is not configured. */
export type StartStageOf = (namespace: Namespace) => Stage | undefined;

const LIMITS = ['capacity', 'deletesPerDay', 'deleteBudgetMs', 'starveAfterMs'] as const;

/**
 * The change that makes of a control that was read one that allows no more than the one before (L61), without losing a
 * limit that was set at run time (L22): of two limits and of two stages the lower one counts. Of a control that is
 * {@link ControlState.unproven} only what allows less counts: a person may have stopped the fleet without the key.
 * @param before proven
 */
export function stricterControl(
  before: ControlState,
  read: ControlState,
  startStageOf: StartStageOf = () => undefined,
): ControlChange {
  if (read.unproven) return backTo(before, read);
  return {
    ...(before.killed && !read.killed ? { killed: true } : {}),
    ...(before.service === 'out' && read.service === 'in' ? { service: 'out' } : {}),
    ...lostLimits(before, read),
    ...lostProviders(before, read),
    ...lostStages(before, read, startStageOf),
    ...lostReviews(before, read),
  };
}

function backTo(before: ControlState, read: ControlState): ControlChange {
  const isStopped = before.service === 'out' || read.service === 'out';
  return {
    confirms: true,
    killed: before.killed || read.unproven?.killed === true,
    service: isStopped ? 'out' : 'in',
    ...Object.fromEntries(LIMITS.map((name) => [name, lowest(before[name], read[name]) ?? null])),
    providers: { ...removed(read.providers), ...lowestOfEach(before.providers, read.providers) },
    stages: { ...unlessLowest(read.stages), ...lowestStages(before.stages, read.stages) },
    ...lostReviews(before, read),
  };
}

/** A limit that was not set before stays unset. */
function lowest(before: number | undefined, read: number | undefined): number | undefined {
  return before === undefined || read === undefined ? before : Math.min(before, read);
}

function lowestOfEach(before: ControlState['providers'] = {}, read: ControlState['providers'] = {}) {
  return Object.fromEntries(Object.entries(before).map(([name, units]) => [name, lowest(units, read[name]) ?? units]));
}

function lowestStages(before: ControlState['stages'], read: ControlState['stages']) {
  return Object.fromEntries(
    Object.entries(before).map(([unit, stage]) => {
      const found = read[unit];
      return [unit, found !== undefined && isLower(found, stage) ? found : stage];
    }),
  );
}

/** `plan` allows nothing, whoever said it. */
function unlessLowest(stages: ControlState['stages']) {
  return Object.fromEntries(Object.entries(stages).map(([unit, stage]) => [unit, stage === 'plan' ? stage : null]));
}

function removed(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, null>> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, null]));
}

/** A limit that is lost, or that was lowered since. */
const isLost = (before: number | undefined, read: number | undefined) =>
  before !== undefined && (read === undefined || before < read);

function lostLimits(before: ControlState, read: ControlState): ControlChange {
  const limits = LIMITS.filter((name) => isLost(before[name], read[name]));
  return Object.fromEntries(limits.map((name) => [name, before[name]]));
}

/** Stages that were set are put back; of two different stages the lower one applies. */
function lostStages(
  before: ControlState,
  read: ControlState,
  startStageOf: StartStageOf,
): Pick<ControlChange, 'stages'> {
  const lost = Object.entries(before.stages).filter(([unit, stage]) => {
    const found = read.stages[unit];
    return found === undefined || isLower(stage, found);
  });
  // A choice of single namespaces that had ended must not begin again; but perhaps a lower one is news.
  const ended = chosenIn(read).filter((namespace) => {
    if (before.stages[namespace] !== undefined) return false;
    const without = before.stages[stageUnitOf(namespace)] ?? startStageOf(namespace);
    return without !== undefined && isLower(without, read.stages[namespace] as Stage);
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

/** A review only holds back: one of either counts. */
function lostReviews(before: ControlState, read: ControlState): Pick<ControlChange, 'reviews'> {
  const lost = Object.entries(before.reviews ?? {}).filter(([namespace]) => !read.reviews?.[namespace as Namespace]);
  return lost.length === 0 ? {} : { reviews: Object.fromEntries(lost) };
}
