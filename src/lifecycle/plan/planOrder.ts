/** The order of a plan: a type after the types that must be deleted first, with their verdicts of the same run. */
import type { HolderState } from '../../core/evaluation/holders.ts';
import { isDue } from '../../core/evaluation/verdict.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { NamespacePlan } from './planDocument.ts';

/** The same namespaces in the order of their deletions; otherwise their order stays. */
export function inOrderOfDeletion(wcs: readonly WorkConfiguration[]): readonly WorkConfiguration[] {
  const byNamespace = new Map<string, WorkConfiguration>(wcs.map((wc) => [wc.namespace, wc]));
  const ordered = new Set<WorkConfiguration>();
  const entered = new Set<WorkConfiguration>();
  const visit = (wc: WorkConfiguration) => {
    if (entered.has(wc)) return;
    entered.add(wc);
    for (const namespace of wc.after ?? []) {
      const first = byNamespace.get(namespace);
      if (first) visit(first);
    }
    ordered.add(wc);
  };
  for (const wc of wcs) visit(wc);
  return [...ordered];
}

/**
 * The resources that the plans of this run delete, for the types that come after: these verdicts count, and not marks.
 * @param plans the plans that are made already, also those of namespaces that could not be read
 */
export function plannedHolders(
  plans: ReadonlyMap<Namespace, NamespacePlan>,
): (namespace: Namespace) => ReadonlyMap<string, HolderState> | undefined {
  const known = new Map<Namespace, ReadonlyMap<string, HolderState>>();
  return (namespace) => {
    const plan = plans.get(namespace);
    if (!plan) return undefined;
    const states = known.get(namespace) ?? statesOf(plan);
    known.set(namespace, states);
    return states;
  };
}

function statesOf({ resources }: NamespacePlan): ReadonlyMap<string, HolderState> {
  const due = resources.filter(({ verdict }) => isDue({ kind: verdict }));
  return new Map(
    due.map(({ id, wouldDeleteAt, owner, unowned }) => [
      id,
      {
        ...{ kind: 'marked', dueAt: wouldDeleteAt === null ? 0 : Date.parse(wouldDeleteAt) },
        ...(owner === null ? {} : { owner: { owner, unowned } }),
      },
    ]),
  );
}
