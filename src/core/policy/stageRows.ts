/** The stages of a configuration for display and selection. Pure. */

import { matchesNamespace } from '../resource/namespace.ts';
import type { ControlState } from './fleet.ts';
import { rolloutOf } from './rollout.ts';
import { CANARY_DELETES, canaryPause, type Stage, type StageUnit, stageUnitOf } from './stage.ts';
import type { WorkConfiguration } from './workConfiguration.ts';

/** The namespaces of a type in an account with the same start stage. */
export interface StageRow {
  readonly unit: StageUnit;
  readonly stage: Stage;
  /** The stage as long as no operator sets one. */
  readonly startStage: Stage;
  /** An operator set it. */
  readonly isSet: boolean;
  readonly namespaces: number;
  /** How many of them have a stage of their own, by stage; absent = none. */
  readonly chosen?: Readonly<Partial<Record<Stage, number>>>;
  /** Why none of them is live, whatever the stage. */
  readonly notLiveBecause?: string;
  /** Only at stage `canary`. */
  readonly canary?: { readonly used: number; readonly of: number; readonly deletesPausedUntil?: number };
}

/** @param now ms since the epoch */
export function stageRows(
  control: Pick<ControlState, 'stages' | 'canaries'>,
  wcs: readonly WorkConfiguration[],
  now: number,
): readonly StageRow[] {
  const groups = new Map<string, WorkConfiguration[]>();
  for (const wc of wcs) {
    const key = `${stageUnitOf(wc.namespace)} ${wc.startStage}`;
    groups.set(key, [...(groups.get(key) ?? []), wc]);
  }
  const rows = [...groups.values()].map((group) => rowOf(control, group, now));
  return rows.sort((a, b) => (a.unit < b.unit ? -1 : a.unit > b.unit ? 1 : 0));
}

function rowOf(
  control: Pick<ControlState, 'stages' | 'canaries'>,
  group: readonly WorkConfiguration[],
  now: number,
): StageRow {
  const [first] = group as [WorkConfiguration];
  const unit = stageUnitOf(first.namespace);
  const ofUnit = control.stages[unit];
  const { canaries } = control;
  const rollout = rolloutOf({ canaries, stages: ofUnit === undefined ? {} : { [unit]: ofUnit } }, first);
  const chosen: Partial<Record<Stage, number>> = {};
  for (const { namespace } of group) {
    const own = control.stages[namespace];
    if (own !== undefined) chosen[own] = (chosen[own] ?? 0) + 1;
  }
  const why = group.some(({ live }) => live) ? undefined : first.notLiveBecause;
  const pause = canaryPause(unit, rollout, now);
  const used = pause || (rollout.canary?.used ?? 0) < CANARY_DELETES ? (rollout.canary?.used ?? 0) : 0;
  const canary = { used, of: CANARY_DELETES, ...(pause ? { deletesPausedUntil: pause.until } : {}) };
  return {
    unit,
    stage: rollout.stage,
    startStage: first.startStage,
    isSet: control.stages[unit] !== undefined,
    namespaces: group.length,
    ...(Object.keys(chosen).length === 0 ? {} : { chosen }),
    ...(why === undefined ? {} : { notLiveBecause: why }),
    ...(rollout.stage === 'canary' ? { canary } : {}),
  };
}

/** The units that a person means, or why the words mean none; a sentence. */
export type ChosenUnits = { readonly units: readonly StageUnit[] } | { readonly problem: string };

/**
 * The units whose namespaces match a pattern. A pattern that matches only some locations of a unit is a problem: a
 * stage applies to all of them.
 * @param pattern `aws:*:*:image`; absent = all
 */
export function chooseUnits(pattern: string | undefined, wcs: readonly WorkConfiguration[]): ChosenUnits {
  const isMeant = ({ namespace }: WorkConfiguration) => pattern === undefined || matchesNamespace(pattern, namespace);
  const units = [...new Set(wcs.filter(isMeant).map(({ namespace }) => stageUnitOf(namespace)))].sort();
  if (units.length === 0) return { problem: `no namespace matches "${pattern}"` };
  const chosen = new Set(units);
  const left = wcs.find((wc) => chosen.has(stageUnitOf(wc.namespace)) && !isMeant(wc));
  if (!left) return { units };
  const unit = stageUnitOf(left.namespace);
  return {
    problem: `a stage applies to all locations of an account: write "${unit}" (${left.namespace} is one of them)`,
  };
}
