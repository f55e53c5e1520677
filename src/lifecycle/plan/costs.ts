/** Costs of resources, for people; no decision depends on them. */

import { isDue } from '../../core/evaluation/verdict.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { partsOf, typeOf } from '../../core/resource/namespace.ts';
import {
  byCost,
  COSTS_NOTHING,
  CostSum,
  CostSums,
  type CostTotal,
  type MonthlyCost,
  type Prices,
  roundedAmount,
} from '../../core/resource/prices.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import type { CostPlan, CostsPlan, NamespacePlan, PricesPlan, ResourcePlan, TotalPlan } from './planDocument.ts';

/** `undefined`: the cost is unknown. */
export function costOf(
  { monthlyCost }: Pick<Handler, 'monthlyCost'>,
  { prices }: { readonly prices?: Prices },
  resource: Resource,
): MonthlyCost | undefined {
  if (!monthlyCost) return COSTS_NOTHING;
  const cost = prices && monthlyCost(resource, prices);
  if (!cost || !Number.isFinite(cost.amount) || cost.amount <= 0) return undefined;
  const { amount, upTo = false, stays = false } = cost;
  // In this order, because a mark stores it so.
  return {
    amount: Math.max(roundedAmount(amount), 0.0001),
    ...(upTo || stays ? { upTo: true } : {}),
    ...(stays ? { stays } : {}),
  };
}

/**
 * {@link costOf} of the resources of a namespace, for storage with their marks: `undefined` where they cost nothing.
 */
export function costsOf(
  { handlerOf }: Pick<SurveyDeps, 'handlerOf'>,
  wc: WorkConfiguration,
): (resource: Resource) => MonthlyCost | undefined {
  const handler = handlerOf(typeOf(wc.namespace));
  return (resource) => (handler.monthlyCost ? costOf(handler, wc, resource) : undefined);
}

/** `null` = the namespace has no price list. `old` = the list is past its `staleAt`. */
export function pricesPlan({ prices }: WorkConfiguration, now: number): PricesPlan | null {
  if (prices === undefined) return null;
  const { currency, date, source, staleAt } = prices;
  return { currency, date, source, old: now >= staleAt };
}

/** `null` = its cost is not known. */
export function costPlan(cost: MonthlyCost | undefined): CostPlan | null {
  return cost === undefined ? null : { amount: cost.amount, upTo: cost.upTo ?? false, stays: cost.stays ?? false };
}

/** The total of the candidates among them. */
export function totalPlan(resources: readonly ResourcePlan[]): TotalPlan {
  const sum = new CostSum();
  for (const { verdict, monthlyCost } of resources) if (isDue({ kind: verdict })) sum.add(costIn(monthlyCost));
  return totalOut(sum.total());
}

/** Sums of the resources that would be deleted, over all, by account and by owner; the owner `null` = no owner. */
export function costsPlan(namespaces: readonly NamespacePlan[]): CostsPlan {
  const total = new CostSum();
  const [accounts, owners] = [new CostSums<string>(), new CostSums<string | null>()];
  for (const { namespace, resources } of namespaces) {
    const { account } = partsOf(namespace);
    for (const { verdict, owner, monthlyCost } of resources) {
      if (!isDue({ kind: verdict })) continue;
      const cost = costIn(monthlyCost);
      total.add(cost);
      accounts.add(account, cost);
      owners.add(owner, cost);
    }
  }
  return {
    total: totalOut(total.total()),
    accounts: accounts.totals().map(([account, sum]) => ({ account, ...totalOut(sum) })),
    owners: owners.totals().map(([owner, sum]) => ({ owner, ...totalOut(sum) })),
  };
}

function totalOut({ amount, upTo, staying, unpriced }: CostTotal): TotalPlan {
  return { amount: amount ?? null, upTo: upTo ?? false, staying: staying ?? null, unpriced };
}

/** The costliest first; costs that stay count as much as costs that end. */
export function byPlannedCost(a: ResourcePlan, b: ResourcePlan): number {
  return byCost(costIn(a.monthlyCost), costIn(b.monthlyCost));
}

/** The same of whole namespaces, by what would be deleted in each; those without any figure come last. */
export function byNamespaceCost(a: NamespacePlan, b: NamespacePlan): number {
  const sumOf = ({ monthlyCost: { amount, staying } }: NamespacePlan) =>
    amount === null && staying === null ? -1 : (amount ?? 0) + (staying ?? 0);
  return sumOf(b) - sumOf(a);
}

/** For sentences about a total. */
export function totalIn({ amount, upTo, staying, unpriced }: TotalPlan): CostTotal {
  return {
    ...(amount === null ? {} : { amount }),
    ...(upTo ? { upTo } : {}),
    ...(staying === null ? {} : { staying }),
    unpriced,
  };
}

/** The cost of a row. */
export function costIn(cost: CostPlan | null): MonthlyCost | undefined {
  if (cost === null) return undefined;
  const { amount, upTo, stays } = cost;
  return { amount, ...(upTo ? { upTo } : {}), ...(stays ? { stays } : {}) };
}
