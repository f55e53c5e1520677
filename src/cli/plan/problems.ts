/** Equal problems of several namespaces, said once. Pure. */
import { pluralize } from '../../core/common/pluralize.ts';
import type { NamespacePlan } from '../../lifecycle/index.ts';

/** One problem, and the namespaces that have it. */
export interface ProblemGroup {
  /** Without the places of a single namespace. */
  readonly problem: string;
  readonly plans: readonly NamespacePlan[];
}

/** Those that several namespaces have, the most frequent first. */
export function sharedProblems(plans: readonly NamespacePlan[]): readonly ProblemGroup[] {
  const groups = new Map<string, NamespacePlan[]>();
  for (const plan of plans) {
    const { status, explanation } = plan;
    if (status !== 'incomplete' || explanation === null) continue;
    groups.set(explanation, [...(groups.get(explanation) ?? []), plan]);
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
