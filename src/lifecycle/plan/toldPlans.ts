/** What follows another resource of a plan has its cost in the row of that one: one saving, counted once. Pure. */

import { isDue } from '../../core/evaluation/verdict.ts';
import { costTogether, followedWords, led } from '../../core/notice/followers.ts';
import { inEnglish } from '../../core/reason/english.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { costIn, costPlan, totalPlan } from './costs.ts';
import type { NamespacePlan, ResourcePlan } from './planDocument.ts';

interface Row {
  readonly namespace: Namespace;
  readonly row: ResourcePlan;
}

/** The same plans; sums of namespaces with such rows are made anew. */
export function toldPlans(plans: readonly NamespacePlan[]): readonly NamespacePlan[] {
  if (!plans.some(({ resources }) => resources.some(({ follows }) => follows))) return plans;
  const due = plans.flatMap(({ namespace, resources }) =>
    resources.flatMap((row) => (isDue({ kind: row.verdict }) ? [{ namespace, row }] : [])),
  );
  const changed = new Map<string, ResourcePlan>();
  for (const { one, followers } of led(due, FOLLOWING)) {
    if (followers.length === 0) continue;
    const ids = followers.map(({ row }) => row.id);
    const cost = costTogether(
      costIn(one.row.monthlyCost),
      followers.map(({ row }) => costIn(row.monthlyCost)),
    );
    changed.set(FOLLOWING.keyOf(one), {
      ...one.row,
      followers: ids,
      reasons: [...one.row.reasons, inEnglish(followedWords(undefined, ids))],
      monthlyCost: costPlan(cost),
    });
    for (const each of followers)
      changed.set(FOLLOWING.keyOf(each), { ...each.row, toldIn: one.row.id, monthlyCost: costPlan({ amount: 0 }) });
  }
  return plans.map((plan) => {
    const resources = plan.resources.map(
      (row) => changed.get(FOLLOWING.keyOf({ namespace: plan.namespace, row })) ?? row,
    );
    const isSame = resources.every((row, index) => row === plan.resources[index]);
    return isSame ? plan : { ...plan, resources, monthlyCost: totalPlan(resources) };
  });
}

const FOLLOWING = {
  keyOf: ({ namespace, row }: Row) => `${namespace} ${row.id}`,
  leadersOf: ({ row: { follows } }: Row) => (follows?.ids ?? []).map((id) => `${follows?.namespace} ${id}`),
  // A plan promises no date: each namespace counts from its own survey, and people read the day.
  dateOf: ({ row: { wouldDeleteAt } }: Row) => wouldDeleteAt?.slice(0, '2026-12-31'.length) ?? null,
  isTogether: (a: Row, b: Row) => a.row.owner === b.row.owner && a.row.review === b.row.review,
};
