import { defined } from '../../core/common/defined.ts';
import type { EarlierPlan } from '../../core/evaluation/earlierPlan.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import {
  byNamespaceCost,
  byPlannedCost,
  inOrderOfDeletion,
  type NamespacePlan,
  type PlanDeps,
  planNamespace,
  plannedHolders,
  plannedIn,
  type ResourcePlan,
} from '../../lifecycle/index.ts';

/** `plan` passes these for a run over all chosen namespaces. */
export interface Planning {
  /** Ends the plan early: the rest is unfinished. */
  readonly signal: AbortSignal;
  /** The rows of kept resources are dropped, to save memory; those that `earlier` names stay. */
  readonly omitKept: boolean;
  /** The plan to compare with; its resources need their rows here too. */
  readonly earlier?: EarlierPlan | undefined;
  /** `cost`: the highest monthly cost first, of the namespaces and within each. Absent: the order of the configuration. */
  readonly sort?: 'cost' | undefined;
  /** The plan reads no evidence that costs a call per resource. */
  readonly quick: boolean;
  /** Plans of an interrupted run: their namespaces are not read again. */
  readonly finished: readonly NamespacePlan[];
  /** @param number of the namespace that is read now, from 1 */
  onNamespace(wc: WorkConfiguration, number: number): void;
  /** Sees every resource, also those that the plans leave out. */
  readonly onRow?: (wc: WorkConfiguration, row: ResourcePlan, verdict: Verdict) => void;
}

/** The finished part of a plan, and the rest. */
export interface Planned {
  readonly namespaces: readonly NamespacePlan[];
  /** Namespaces without a plan, because the command was stopped before. */
  readonly unfinished: readonly WorkConfiguration[];
}

/** One namespace after the other, those that are deleted first before the others, until all have a plan or the signal ends it. */
export async function planEach(
  deps: PlanDeps,
  wcs: readonly WorkConfiguration[],
  { signal, omitKept, earlier, sort, quick, finished, onNamespace, onRow }: Planning,
): Promise<Planned> {
  const before = new Map(finished.map((plan) => [plan.namespace, plan]));
  const plans = new Map<Namespace, NamespacePlan>();
  const add = (plan: NamespacePlan) => plans.set(plan.namespace, sort === 'cost' ? rowsByCost(plan) : plan);
  const all = () => {
    const asConfigured = wcs.flatMap(({ namespace }) => plans.get(namespace) ?? []);
    return sort === 'cost' ? asConfigured.toSorted(byNamespaceCost) : asConfigured;
  };
  const endWith = (rest: readonly WorkConfiguration[]): Planned => {
    for (const { namespace } of rest) {
      const known = before.get(namespace);
      if (known) add(known);
    }
    return { namespaces: all(), unfinished: rest.filter(({ namespace }) => !before.has(namespace)) };
  };
  const ordered = inOrderOfDeletion(wcs);
  const planning = { ...deps, plannedIn: plannedHolders(plans) };
  for (const [index, wc] of ordered.entries()) {
    if (signal.aborted) return endWith(ordered.slice(index));
    const known = before.get(wc.namespace);
    if (known) {
      add(known);
      continue;
    }
    onNamespace(wc, index + 1);
    const notOmitted = earlier && plannedIn(earlier, wc.namespace);
    try {
      const seen = onRow && ((row: ResourcePlan, verdict: Verdict) => onRow(wc, row, verdict));
      const how = { omitKept, quick, ...defined({ notOmitted, onRow: seen }) };
      add(await planNamespace(planning, wc, signal, how));
    } catch (error) {
      if (!signal.aborted) throw error;
      return endWith(ordered.slice(index));
    }
  }
  return { namespaces: all(), unfinished: [] };
}

function rowsByCost(plan: NamespacePlan): NamespacePlan {
  return { ...plan, resources: plan.resources.toSorted(byPlannedCost) };
}
