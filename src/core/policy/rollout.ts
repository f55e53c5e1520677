/** The stage of a namespace: from the fleet's control, else from its configuration. Pure. */
import type { ControlState } from './fleet.ts';
import { type Rollout, type Stage, stageForbidsDeleting, stageForbidsMarking, stageUnitOf } from './stage.ts';
import { deletesNothingBecause, type WorkConfiguration } from './workConfiguration.ts';

/** The stage that an operator set, else the configured start stage; a lost stage never leads to a later one. */
export function rolloutOf(
  { stages, canaries }: Pick<ControlState, 'stages' | 'canaries'>,
  { namespace, startStage }: Pick<WorkConfiguration, 'namespace' | 'startStage'>,
): Rollout {
  const unit = stageUnitOf(namespace);
  const canary = canaries[unit];
  return { stage: stages[unit] ?? startStage, ...(canary === undefined ? {} : { canary }) };
}

/** Do its configuration and its stage allow deletions in the namespace? For what is shown; permits check for themselves. */
export function deletesAtItsStage(control: Pick<ControlState, 'stages' | 'canaries'>, wc: WorkConfiguration): boolean {
  return deletesNothingBecause(wc) === undefined && stageForbidsDeleting(rolloutOf(control, wc).stage) === undefined;
}

/**
 * The configuration limited by its stage and by the time: it is not live at stage `plan`, nor when it no longer accepts
 * that some users cannot be listed.
 */
export function atStage(wc: WorkConfiguration, stage: Stage, now: number): WorkConfiguration {
  const why = stageForbidsMarking(stage) ?? noLongerAccepted(wc, now);
  return wc.live && why !== undefined ? { ...wc, live: false, notLiveBecause: why } : wc;
}

function noLongerAccepted({ evidence: { acceptIncomplete } }: WorkConfiguration, now: number): string | undefined {
  if (acceptIncomplete === undefined || now < acceptIncomplete.untilAt) return undefined;
  return `its acceptIncomplete ended at ${new Date(acceptIncomplete.untilAt).toISOString()}`;
}
