/** How far a namespace has come: its stage in the fleet's control, else in its configuration. Pure. */
import type { ControlState } from './fleet.ts';
import { type Rollout, type Stage, stageForbidsMarking, stageUnitOf } from './stage.ts';
import type { WorkConfiguration } from './workConfiguration.ts';

/** What somebody said, else where the configuration starts: a word that was lost is never one that goes further. */
export function rolloutOf(
  { stages, canaries }: Pick<ControlState, 'stages' | 'canaries'>,
  { namespace, startStage }: Pick<WorkConfiguration, 'namespace' | 'startStage'>,
): Rollout {
  const unit = stageUnitOf(namespace);
  const canary = canaries[unit];
  return { stage: stages[unit] ?? startStage, ...(canary === undefined ? {} : { canary }) };
}

/** The configuration as its stage leaves it: what is planned only is not live. */
export function atStage(wc: WorkConfiguration, stage: Stage): WorkConfiguration {
  const why = stageForbidsMarking(stage);
  return wc.live && why !== undefined ? { ...wc, live: false, notLiveBecause: why } : wc;
}
