/** The notices that may be sent, for each namespace at its present stage. */

import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { atStage, nothingHappensBecause } from '../../core/policy/rollout.ts';
import { isOpen } from '../../core/policy/window.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { mayRun } from '../../core/work/cadence.ts';
import type { DigestDeps } from '../pass/deps.ts';

/** A namespace that is only planned is not live: its owners get no notice. */
export async function atStages(deps: DigestDeps): Promise<StagedDeps> {
  const stageOf = await deps.fleet.stages();
  const workConfigurationOf = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc && atStage(wc, stageOf(wc), deps.clock.now());
  };
  const isNotifyOnlyIn = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc !== undefined && nothingHappensBecause(wc, stageOf(wc)) !== undefined;
  };
  return { ...deps, workConfigurationOf, isNotifyOnlyIn };
}

/** Dependencies of sending: a namespace that is only planned at its stage is not live. */
export interface StagedDeps extends DigestDeps {
  /** Does nothing happen there on a date? Then the message must not announce a deletion. */
  isNotifyOnlyIn(namespace: Namespace): boolean;
}

/** Live, and in its window: dry run sends no mail (law 5), not even a message that was prepared before. */
export function mayNotify(deps: DigestDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && mayRun(wc, 'notify', deps.clock.now());
}

/** Its owner can be notified once the window opens. */
export function waitsForWindow(deps: DigestDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && deletesNothingBecause(wc) === undefined && !isOpen(wc.window, deps.clock.now());
}
