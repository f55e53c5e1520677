/** What a plan says of a namespace before anything of it is read. */
import type { Namespace } from '../core/namespace.ts';
import type { Stage } from '../core/stage.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import { type PricesPlan, pricesPlan } from './costs.ts';
import type { PlanDeps } from './plan.ts';

export interface PlanFrame {
  readonly namespace: Namespace;
  readonly account: AccountPlan;
  /** No Redis was read: opt-outs that are not on the resource and our own first and last sights are not known. */
  readonly stateless: boolean;
  readonly live: boolean;
  readonly notLiveBecause: string | null;
  /** Why nothing of it is deleted however live: it is marked only. */
  readonly neverDeletesBecause: string | null;
  /** Where it starts; where somebody moved it, `holystone stage` says. */
  readonly startStage: Stage;
  readonly notReadYet: readonly string[];
  /** Where the figures come from; null = the price table does not have the location. */
  readonly prices: PricesPlan | null;
}

interface AccountPlan {
  readonly name: string;
  /** What people call it, where it is not named so. */
  readonly title: string | null;
  /** `configuration` = it is written there; `organizations` = AWS Organizations listed it. */
  readonly from: 'configuration' | 'organizations';
}

export function planFrame(deps: PlanDeps, wc: WorkConfiguration): PlanFrame {
  const { name, title = null, from = 'configuration' } = wc.account;
  return {
    namespace: wc.namespace,
    account: { name, title, from },
    stateless: deps.state === undefined,
    live: wc.live,
    notLiveBecause: wc.notLiveBecause ?? null,
    neverDeletesBecause: wc.neverDeletesBecause ?? null,
    startStage: wc.startStage,
    notReadYet: deps.handlerOf(wc.resourceType).notReadYet.map(({ kind }) => kind),
    prices: pricesPlan(wc, deps.clock.now()),
  };
}
