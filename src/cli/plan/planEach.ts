import type { EarlierPlan } from '../../core/evaluation/earlierPlan.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { byPlannedCost, type NamespacePlan, type PlanDeps, planNamespace, plannedIn } from '../../lifecycle/index.ts';

export interface Planning {
  /** Ends the plan early: the rest is unfinished. */
  readonly signal: AbortSignal;
  readonly omitKept: boolean;
  readonly earlier?: EarlierPlan | undefined;
  readonly sort?: 'cost' | undefined;
  readonly quick: boolean;
  onNamespace(wc: WorkConfiguration): void;
}

export interface Planned {
  readonly namespaces: readonly NamespacePlan[];
  /** Namespaces without a plan, because the command was stopped before. */
  readonly unfinished: readonly WorkConfiguration[];
}

/** One namespace after the other, until all have a plan or the signal ends it. */
export async function planEach(
  deps: PlanDeps,
  wcs: readonly WorkConfiguration[],
  { signal, omitKept, earlier, sort, quick, onNamespace }: Planning,
): Promise<Planned> {
  const namespaces: NamespacePlan[] = [];
  for (const [index, wc] of wcs.entries()) {
    if (signal.aborted) return { namespaces, unfinished: wcs.slice(index) };
    onNamespace(wc);
    const notOmitted = earlier && plannedIn(earlier, wc.namespace);
    try {
      const planned = await planNamespace(deps, wc, signal, {
        omitKept,
        quick,
        ...(notOmitted ? { notOmitted } : {}),
      });
      namespaces.push(sort === 'cost' ? rowsByCost(planned) : planned);
    } catch (error) {
      if (!signal.aborted) throw error;
      return { namespaces, unfinished: wcs.slice(index) };
    }
  }
  return { namespaces, unfinished: [] };
}

function rowsByCost(plan: NamespacePlan): NamespacePlan {
  return { ...plan, resources: plan.resources.toSorted(byPlannedCost) };
}
