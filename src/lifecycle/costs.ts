/** What things cost, for people; nothing is decided by it. */
import { partsOf } from '../core/namespace.ts';
import {
  byCost,
  COSTS_NOTHING,
  CostSum,
  CostSums,
  type CostTotal,
  type MonthlyCost,
  type Prices,
  roundedAmount,
} from '../core/prices.ts';
import type { Resource } from '../core/resource.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { Handler } from '../handlers/handler.ts';
import type { SurveyDeps } from './deps.ts';
import type { NamespacePlan, ResourcePlan } from './plan.ts';

/** `undefined`: nobody can say. */
export function costOf(
  { monthlyCost }: Pick<Handler, 'monthlyCost'>,
  { prices }: { readonly prices?: Prices },
  resource: Resource,
): MonthlyCost | undefined {
  if (!monthlyCost) return COSTS_NOTHING;
  const cost = prices && monthlyCost(resource, prices);
  if (!cost || !Number.isFinite(cost.amount) || cost.amount <= 0) return undefined;
  const { amount, upTo = false, stays = false } = cost;
  // In this order, as it is stored with a mark.
  return {
    amount: Math.max(roundedAmount(amount), 0.0001),
    ...(upTo || stays ? { upTo: true } : {}),
    ...(stays ? { stays } : {}),
  };
}

/** {@link costOf} of the resources of a namespace, as it is stored with their marks: nothing where they cost nothing. */
export function costsOf(
  { handlerOf }: Pick<SurveyDeps, 'handlerOf'>,
  wc: WorkConfiguration,
): (resource: Resource) => MonthlyCost | undefined {
  const handler = handlerOf(wc.resourceType);
  return (resource) => (handler.monthlyCost ? costOf(handler, wc, resource) : undefined);
}

/** As `plan --format json` has it. */
export interface CostPlan {
  /** 0 = it costs nothing of its own. */
  readonly amount: number;
  /** It may be less. */
  readonly upTo: boolean;
  /** It is that of its snapshots, which stay when this is deleted; in no sum with other figures. */
  readonly stays: boolean;
}

/** Of all that would be deleted. */
export interface TotalPlan {
  /** Null = no figure at all; 0 = they cost nothing of their own. */
  readonly amount: number | null;
  readonly upTo: boolean;
  /** Up to so much in snapshots, which stay; not in `amount`. */
  readonly staying: number | null;
  /** Of how many of them nobody knows what they cost. */
  readonly unpriced: number;
}

/** The prices that the figures of a namespace rest on. */
export interface PricesPlan {
  readonly currency: string;
  readonly date: string;
  readonly source: string;
  /** They are older than the configuration believes. */
  readonly old: boolean;
}

/** Each list with the costliest first. */
export interface CostsPlan {
  readonly total: TotalPlan;
  readonly accounts: readonly (TotalPlan & { readonly account: string })[];
  /** `null` = nobody. */
  readonly owners: readonly (TotalPlan & { readonly owner: string | null })[];
}

export function pricesPlan({ prices }: WorkConfiguration, now: number): PricesPlan | null {
  if (prices === undefined) return null;
  const { currency, date, source, staleAt } = prices;
  return { currency, date, source, old: now >= staleAt };
}

export function costPlan(cost: MonthlyCost | undefined): CostPlan | null {
  return cost === undefined ? null : { amount: cost.amount, upTo: cost.upTo ?? false, stays: cost.stays ?? false };
}

/** Of the candidates among them. */
export function totalPlan(resources: readonly ResourcePlan[]): TotalPlan {
  const sum = new CostSum();
  for (const { verdict, monthlyCost } of resources) if (verdict === 'candidate') sum.add(costIn(monthlyCost));
  return totalOut(sum.total());
}

export function costsPlan(namespaces: readonly NamespacePlan[]): CostsPlan {
  const total = new CostSum();
  const [accounts, owners] = [new CostSums<string>(), new CostSums<string | null>()];
  for (const { namespace, resources } of namespaces) {
    const { account } = partsOf(namespace);
    for (const { verdict, owner, monthlyCost } of resources) {
      if (verdict !== 'candidate') continue;
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

/** The costliest first; what stays counts as much as what goes. */
export function byPlannedCost(a: ResourcePlan, b: ResourcePlan): number {
  return byCost(costIn(a.monthlyCost), costIn(b.monthlyCost));
}

/** For sentences about it. */
export function totalIn({ amount, upTo, staying, unpriced }: TotalPlan): CostTotal {
  return {
    ...(amount === null ? {} : { amount }),
    ...(upTo ? { upTo } : {}),
    ...(staying === null ? {} : { staying }),
    unpriced,
  };
}

function costIn(cost: CostPlan | null): MonthlyCost | undefined {
  if (cost === null) return undefined;
  const { amount, upTo, stays } = cost;
  return { amount, ...(upTo ? { upTo } : {}), ...(stays ? { stays } : {}) };
}
