/** What would happen, without doing it: `plan` writes nothing at all (law 5). */
import { messageOf } from '../core/errors.ts';
import type { Mark } from '../core/mark.ts';
import type { MarkStore, PassStore } from '../core/ports.ts';
import type { Resource } from '../core/resource.ts';
import { deletionDate } from '../core/retention.ts';
import { markTrips, shrunkTrips } from '../core/tripwires.ts';
import type { Verdict } from '../core/verdict.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { SurveyDeps } from './deps.ts';
import { ownerOf } from './policy.ts';
import { describeGaps, type Survey, survey } from './survey.ts';

/** The document of `plan --format json`; scripts rely on it. Instants as ISO 8601, UTC. */
export interface Plan {
  readonly generatedAt: string;
  readonly namespaces: readonly NamespacePlan[];
}

export interface NamespacePlan {
  readonly namespace: string;
  readonly status: 'complete' | 'incomplete' | 'blocked';
  /** No Redis was read: opt-outs that are not on the resource and our own first and last sights are not known. */
  readonly stateless: boolean;
  readonly live: boolean;
  readonly notLiveBecause: string | null;
  readonly problem: string | null;
  readonly notReadYet: readonly string[];
  readonly counts: {
    readonly listed: number;
    readonly candidate: number;
    readonly keep: number;
    readonly unknown: number;
  };
  readonly resources: readonly ResourcePlan[];
}

export interface ResourcePlan {
  readonly id: string;
  readonly name: string;
  readonly verdict: Verdict['kind'];
  readonly reasons: readonly string[];
  /** `kind` is the evidence source. */
  readonly usedBy: readonly { readonly kind: string; readonly by: string }[];
  readonly owner: string | null;
  readonly createdAt: string | null;
  /** The date of an existing mark, else what a mark made now would get; null for what is not a candidate. */
  readonly wouldDeleteAt: string | null;
}

export interface PlanDeps extends SurveyDeps {
  /** Absent: stateless. */
  readonly state?: { readonly marks: Pick<MarkStore, 'all'>; readonly passes: Pick<PassStore, 'get'> };
}

export async function planNamespace(
  deps: PlanDeps,
  wc: WorkConfiguration,
  signal: AbortSignal,
): Promise<NamespacePlan> {
  const handler = deps.handlerOf(wc.resourceType);
  const frame = {
    namespace: wc.namespace,
    stateless: deps.state === undefined,
    live: wc.live,
    notLiveBecause: wc.notLiveBecause ?? null,
    notReadYet: handler.notReadYet.map(({ kind }) => kind),
  };
  const surveyed = await surveyOrProblem(deps, wc, signal);
  if (surveyed.kind === 'unread') {
    const counts = { listed: 0, candidate: 0, keep: 0, unknown: 0 };
    return { ...frame, status: 'incomplete', problem: surveyed.problem, counts, resources: [] };
  }
  const marks = await marksOf(deps, wc);
  const { population, judgement } = surveyed;
  const now = deps.clock.now();
  const resources = population.resources.map((resource) => {
    const verdict = judgement.verdicts.get(resource.id) as Verdict;
    return resourcePlan(wc, resource, verdict, marks.get(resource.id), now);
  });
  const counts = { listed: resources.length, candidate: 0, keep: 0, unknown: 0 };
  for (const { verdict } of resources) counts[verdict]++;
  return { ...frame, ...(await statusOf(deps, wc, surveyed, marks)), counts, resources };
}

type Listed = Extract<Survey, { kind: 'listed' }>;

async function surveyOrProblem(deps: PlanDeps, wc: WorkConfiguration, signal: AbortSignal): Promise<Survey> {
  try {
    return await survey(deps, wc, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'unread', problem: messageOf(error) };
  }
}

async function statusOf(
  deps: PlanDeps,
  wc: WorkConfiguration,
  { judgement, population }: Listed,
  marks: ReadonlyMap<string, Mark>,
): Promise<Pick<NamespacePlan, 'status' | 'problem'>> {
  if (judgement.gaps.length > 0) return { status: 'incomplete', problem: describeGaps(judgement.gaps, judgement) };
  const baseline = (await deps.state?.passes.get(wc.namespace, 'mark'))?.baseline;
  const verdicts = [...judgement.verdicts.values()];
  const listed = population.resources.length;
  const trips = [
    ...shrunkTrips({ listed, findings: judgement.counts }, baseline, wc.tripwires),
    ...markTrips(
      {
        listed,
        marked: marks.size,
        newMarks: verdicts.filter(({ id, kind }) => kind === 'candidate' && !marks.has(id)).length,
        unmarks: verdicts.filter(({ id, kind }) => kind === 'keep' && marks.has(id)).length,
      },
      wc.tripwires,
    ),
  ];
  return trips.length > 0 ? { status: 'blocked', problem: trips.join('; ') } : { status: 'complete', problem: null };
}

async function marksOf({ state }: PlanDeps, { namespace }: WorkConfiguration): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map<string, Mark>();
  if (!state) return marks;
  for await (const page of state.marks.all(namespace)) {
    for (const mark of page) marks.set(mark.id, mark);
  }
  return marks;
}

function resourcePlan(
  wc: WorkConfiguration,
  resource: Resource,
  verdict: Verdict,
  mark: Mark | undefined,
  now: number,
): ResourcePlan {
  const { owner, unowned } = ownerOf(resource, wc);
  const date = mark?.projectedDeletionAt ?? deletionDate(wc, now, unowned);
  return {
    id: resource.id,
    name: resource.name,
    verdict: verdict.kind,
    reasons: verdict.reasons,
    usedBy: verdict.usedBy.map(({ source, by }) => ({ kind: source, by })),
    owner: owner ?? null,
    createdAt: isoOrNull(resource.createdAt),
    wouldDeleteAt: verdict.kind === 'candidate' ? new Date(date).toISOString() : null,
  };
}

function isoOrNull(date: Date | undefined): string | null {
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
