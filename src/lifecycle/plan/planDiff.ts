/** The differences between two plans. Pure. */
import { defined } from '../../core/common/defined.ts';
import type { EarlierPlan, EarlierResource } from '../../core/evaluation/earlierPlan.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import { earlierReason } from '../../core/reason/earlierReason.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { NamespacePlan, Plan, ResourcePlan } from './planDocument.ts';

/** The JSON of `plan --diff --output json`; instants are ISO 8601. */
export interface PlanDiff {
  /** When the earlier plan was made. */
  readonly against: string;
  readonly namespaces: readonly NamespaceDiff[];
  /** Namespaces that only the earlier plan has. */
  readonly missing: readonly string[];
}

/** Only resources that one of the two plans would delete. */
export interface NamespaceDiff {
  readonly namespace: Namespace;
  /** Of the plan now: one that is not complete may leave resources undecided. */
  readonly status: NamespacePlan['status'];
  /** Why there is no comparison; null = it was compared. */
  readonly notCompared: string | null;
  /** Would be deleted now, and not then. */
  readonly appeared: readonly ResourceDiff[];
  /** Would have been deleted then, and not now. */
  readonly disappeared: readonly ResourceDiff[];
  /** Would be deleted both times, for other reasons. */
  readonly changed: readonly ResourceDiff[];
}

/** `absent`: it was not listed. */
export interface ResourceDiff {
  readonly id: string;
  readonly name: string;
  readonly before: Seen;
  readonly now: Seen;
}
interface Seen {
  readonly verdict: Verdict['kind'] | 'absent';
  readonly reasons: readonly string[];
  /** Why rules select it, as values; absent in a plan of an earlier version. */
  readonly because?: readonly { readonly code: string; readonly values: object }[];
}

/** `missing` = the namespaces that only the earlier plan has. */
export function planDiff(earlier: EarlierPlan, { namespaces }: Plan): PlanDiff {
  const before = new Map(earlier.namespaces.map((plan) => [plan.namespace, plan]));
  const now = new Set<string>(namespaces.map(({ namespace }) => namespace));
  return {
    against: earlier.generatedAt,
    namespaces: namespaces.map((plan) => namespaceDiff(before.get(plan.namespace), plan)),
    missing: [...before.keys()].filter((namespace) => !now.has(namespace)),
  };
}

/** Ids that the earlier plan would have deleted: it is useful to know why they are kept now. */
export function plannedIn(earlier: EarlierPlan, namespace: Namespace): ReadonlySet<string> {
  const plan = earlier.namespaces.find((one) => one.namespace === namespace);
  return new Set(plan?.resources.filter(isPlanned).map(({ id }) => id));
}

function namespaceDiff(earlier: EarlierPlan['namespaces'][number] | undefined, plan: NamespacePlan): NamespaceDiff {
  const { namespace, status } = plan;
  const nothing = { namespace, status, appeared: [], disappeared: [], changed: [] };
  if (!earlier) return { ...nothing, notCompared: 'the earlier plan does not have it' };
  // A namespace that was not read at all is not gone (law 2).
  if (isUnread(plan)) return { ...nothing, notCompared: `it could not be read now: ${plan.problem ?? plan.status}` };
  const before = new Map(earlier.resources.map((resource) => [resource.id, resource]));
  const now = new Map(plan.resources.map((resource) => [resource.id, resource]));
  const diffs = [...new Set([...before.keys(), ...now.keys()])].map((id) => {
    const [then, today] = [before.get(id), now.get(id)];
    return { id, name: today?.name ?? then?.name ?? id, before: seen(then), now: seen(today) };
  });
  return {
    namespace,
    status,
    notCompared: null,
    appeared: diffs.filter((diff) => !isPlanned(diff.before) && isPlanned(diff.now)),
    disappeared: diffs.filter((diff) => isPlanned(diff.before) && !isPlanned(diff.now)),
    changed: diffs.filter((diff) => isPlanned(diff.before) && isPlanned(diff.now) && isOther(diff)),
  };
}

function isPlanned({ verdict }: Pick<Seen, 'verdict'>): boolean {
  return verdict === 'candidate' || verdict === 'held';
}

function isUnread({ status, counts, problem }: NamespacePlan): boolean {
  return status === 'incomplete' && counts.listed === 0 && problem !== null;
}

function seen(resource: EarlierResource | ResourcePlan | undefined): Seen {
  if (!resource) return { verdict: 'absent', reasons: [] };
  const { verdict, reasons, because } = resource;
  return { verdict, reasons, ...defined({ because }) };
}

/** Every other value is another reason, but not a higher age. */
function isOther({ before, now }: ResourceDiff): boolean {
  const haveValues = before.because !== undefined && now.because !== undefined;
  const causes = ({ reasons, because = [] }: Seen) =>
    // After the reasons of the rules come the users that are deleted first.
    JSON.stringify(
      haveValues ? [...because, ...reasons.slice(because.length)] : reasons.map(earlierReason),
      (key, value) => (key === AGE ? undefined : value),
    );
  return causes(before) !== causes(now);
}

/** The value of a reason that grows by itself. */
const AGE = 'age';
