/** What may be told, of each namespace at the stage that it has reached. */

import { atStage } from '../../core/policy/rollout.ts';
import { isNotifyOnly } from '../../core/policy/stage.ts';
import { isOpen } from '../../core/policy/window.ts';
import { deletesNothingBecause } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { mayRun } from '../../core/work/cadence.ts';
import type { DigestDeps } from '../pass/deps.ts';

/** What is planned only is not live: nobody is told of it. */
export async function atStages(deps: DigestDeps): Promise<StagedDeps> {
  const stageOf = await deps.fleet.stages();
  const workConfigurationOf = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc && atStage(wc, stageOf(wc));
  };
  const isHeld = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc !== undefined && isNotifyOnly(stageOf(wc));
  };
  return { ...deps, workConfigurationOf, isHeld };
}

/** What sending needs: what is planned only at its stage is not live. */
export interface StagedDeps extends DigestDeps {
  /** Is nothing deleted at the stage that it is at? Then the message must not say that it will be. */
  isHeld(namespace: Namespace): boolean;
}

/** Live, and in its window: dry run sends no mail (law 5), also not one that was prepared before. */
export function mayTell(deps: DigestDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && mayRun(wc, 'notify', deps.clock.now());
}

/** Its owner can be told once the window opens. */
export function waitsForWindow(deps: DigestDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && deletesNothingBecause(wc) === undefined && !isOpen(wc.window, deps.clock.now());
}
