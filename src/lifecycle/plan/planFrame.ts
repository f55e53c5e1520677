/** The part of a namespace's plan that needs no read of its resources. */

import { actionsDeleteNothingBecause } from '../../core/policy/rollout.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { PlanDeps } from '../pass/deps.ts';
import { pricesPlan } from './costs.ts';
import type { PlanFrame } from './planDocument.ts';

/** The fields of a namespace's plan that need no call to the cloud; they are there even when its listing fails. */
export function planFrame(deps: PlanDeps, wc: WorkConfiguration): PlanFrame {
  const { name, title = null, from = 'configuration' } = wc.account;
  return {
    namespace: wc.namespace,
    account: { name, title, from },
    readAt: new Date(deps.clock.now()).toISOString(),
    stateless: deps.state === undefined,
    live: wc.live,
    notLiveBecause: wc.notLiveBecause ?? null,
    neverDeletesBecause: wc.neverDeletesBecause ?? actionsDeleteNothingBecause(wc) ?? null,
    startStage: wc.startStage,
    missingEvidence: deps.handlerOf(typeOf(wc.namespace)).missingEvidence.map(({ kind }) => kind),
    prices: pricesPlan(wc, deps.clock.now()),
  };
}
