/** Equal problems of several namespaces, said once. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import type { NamespacePlan } from '../../lifecycle/index.ts';

/** One problem, and the namespaces that have it. */
export interface ProblemGroup {
  /** Without the place of a single namespace. */
  readonly problem: string;
  readonly plans: readonly NamespacePlan[];
}

/** Those that several namespaces have, the most frequent first. */
export function sharedProblems(plans: readonly NamespacePlan[]): readonly ProblemGroup[] {
  const groups = new Map<string, NamespacePlan[]>();
  for (const plan of plans) {
    if (plan.status !== 'incomplete' || plan.problem === null) continue;
    const problem = withoutPlace(plan.problem, plan);
    groups.set(problem, [...(groups.get(problem) ?? []), plan]);
  }
  return [...groups]
    .filter(([, same]) => same.length > 1)
    .map(([problem, same]) => ({ problem, plans: same }))
    .toSorted((a, b) => b.plans.length - a.plans.length);
}

/** How many namespaces a sentence names. */
const NAMED = 3;

/** `36 namespaces: AWS does not answer at …` */
export function groupWords({ problem, plans }: ProblemGroup): string {
  const unknown = plans.reduce((sum, { counts }) => sum + counts.unknown, 0);
  const blocks = unknown === 0 ? '' : ` (${pluralize(unknown, 'resource is', 'resources are')} unknown)`;
  return `${pluralize(plans.length, 'namespace')}: ${problem}${blocks}`;
}

/** `aws:prod:us-east-1:image, … and 33 more` */
export function namesOf({ plans }: ProblemGroup): string {
  const names = plans.map(({ namespace }) => namespace);
  const left = names.length - NAMED;
  return left > 0 ? `${names.slice(0, NAMED).join(', ')} and ${left} more` : names.join(', ');
}

/**
 * A failed read names its namespace or its account and location, which differ although the cause is the same. The
 * counts in brackets differ too.
 */
function withoutPlace(problem: string, { namespace }: NamespacePlan): string {
  const [, account = '', location = ''] = namespace.split(':');
  return problem
    .replaceAll(/ \(\d+ resources? (is|are) unknown\)/g, '')
    .replace(`${namespace} could not be listed: `, '')
    .replaceAll(new RegExp(`(^|; )[^:;]* in ${escaped(`${account}/${location}`)}: `, 'g'), '$1');
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
