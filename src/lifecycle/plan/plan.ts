/** The effects of a run, without it: `plan` writes nothing at all (law 5). */
import { defined, some } from '../../core/common/defined.ts';
import { messageOf } from '../../core/common/errors.ts';
import { chainDates } from '../../core/evaluation/chainDates.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { BlockedChange } from '../../core/policy/pastPass.ts';
import { tripWords } from '../../core/policy/trip.ts';
import { markTrips, shrunkTrips, withoutEnded } from '../../core/policy/tripwires.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import { knownCost } from '../../core/resource/prices.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { sumOfBytes } from '../../core/text/bytes.ts';
import { evidenceRows } from '../evidence/evidenceRows.ts';
import type { PlanDeps } from '../pass/deps.ts';
import { type OnVerdict, type Survey, survey } from '../survey/survey.ts';
import { type MissingPermission, ranked } from '../survey/unread.ts';
import { cannotSee, type Seeing } from './cannotSee.ts';
import { costliestFirst } from './costliestFirst.ts';
import { costOf, costPlan, costsPlan, totalPlan } from './costs.ts';
import { KeepWatch } from './keepWatch.ts';
import { NotAsked } from './notAsked.ts';
import { heldBackIn, keptNothing, lookedForIn, withNotFound, withProblems } from './notFound.ts';
import type { NamespacePlan, Plan, ResourcePlan } from './planDocument.ts';
import { planFrame } from './planFrame.ts';
import { resourcePlan } from './resourcePlan.ts';
import { heldIn, openReviewOf } from './reviewed.ts';
import { toldPlans } from './toldPlans.ts';

/** One document of the plans of all namespaces. */
export function planOf(
  plans: readonly NamespacePlan[],
  now: number,
  {
    unplanned = [],
    handlerOf = () => undefined,
    notJudged,
    ...how
  }: Pick<Plan, 'notJudged' | 'quick' | 'resumedFrom'> & Unplanned = {},
): Plan {
  const namespaces = toldPlans(plans);
  const silent = keptNothing(namespaces, unplanned, handlerOf);
  return {
    generatedAt: new Date(now).toISOString(),
    ...how,
    missingPermissions: ranked(namespaces.flatMap((plan) => plan.missingPermissions)),
    monthlyCost: costsPlan(namespaces),
    ...cannotSee(namespaces, handlerOf),
    ...(silent.length > 0 ? { keptNothing: silent } : {}),
    ...defined({ notJudged: some(notJudged) }),
    namespaces: withNotFound(namespaces, unplanned),
  };
}

interface Unplanned {
  /** The namespaces of the configuration that the plan leaves out. */
  readonly unplanned?: readonly WorkConfiguration[];
  readonly handlerOf?: Seeing;
}

/** The parts that a plan leaves out; by default none. */
export interface PlanOptions {
  /** Without the kept resources: in an account with a million resources, almost all are kept. */
  readonly omitKept?: boolean;
  /** Except these: the plan must say why they are kept. */
  readonly notOmitted?: ReadonlySet<string>;
  /** Without evidence that costs a call per candidate: the candidates are an upper limit. */
  readonly quick?: boolean;
  /** Sees each resource, also those that the plan leaves out; a held one has no final date yet. */
  readonly onRow?: (row: ResourcePlan, verdict: Verdict) => void;
}

/**
 * Lists, reads and judges as a mark pass does, and writes nothing at all (law 5). A failed read is a problem in the
 * plan, not an error.
 */
export async function planNamespace(
  deps: PlanDeps,
  wc: WorkConfiguration,
  signal: AbortSignal,
  { omitKept = false, notOmitted, quick = false, onRow }: PlanOptions = {},
): Promise<NamespacePlan> {
  const handler = deps.handlerOf(typeOf(wc.namespace));
  const frame = planFrame(deps, wc);
  const marks = await marksOf(deps, wc);
  const now = deps.clock.now();
  const resources: ResourcePlan[] = [];
  const due = new Map<string, Verdict>();
  const keep = new KeepWatch(wc, handler);
  const newMarks: BlockedChange[] = [];
  let unmarks = 0;
  const notAsked = quick ? new NotAsked() : undefined;
  const ordered = { ...deps, evidence: costliestFirst(deps.evidence, (resource) => costOf(handler, wc, resource)) };
  const asking = notAsked?.in(deps) ?? ordered;
  const surveyed = await surveyOrProblem(asking, wc, signal, (resource, verdict, policy) => {
    keep.see(resource, policy, now);
    const mark = marks.get(resource.id);
    if (isDue(verdict) && !mark) newMarks.push(newMark(resource));
    if (isDue(verdict)) due.set(resource.id, verdict);
    if (verdict.kind === 'keep' && mark) unmarks += 1;
    const isIn = verdict.kind !== 'keep' || !omitKept || notOmitted?.has(resource.id);
    if (!isIn && !onRow) return;
    const cost = costPlan(knownCost(wc, costOf(handler, wc, resource)));
    const row = resourcePlan(wc, policy, resource, verdict, mark, now, cost);
    onRow?.(row, verdict);
    if (isIn) resources.push(row);
  });
  if (surveyed.kind === 'unread') {
    return {
      ...frame,
      ...UNREAD,
      problem: surveyed.problem,
      explanation: surveyed.explanation,
      missingPermissions: missingToList(wc, surveyed),
      looked: { names: null, keep: keep.entries(false) },
    };
  }
  const { evaluation, tally, session } = surveyed;
  const open = await openReviewOf(deps, wc);
  const people = open && (await heldIn(open, newMarks));
  const dated = afterUsers(resources, due).map((row) => withReview(row, people?.ids));
  // What people review counts for no tripwire.
  const counted = { marked: marks.size, newMarks: people ? 0 : newMarks.length, unmarks };
  const status = await statusOf(deps, wc, surveyed, counted);
  const whole: NamespacePlan = {
    ...frame,
    ...withProblems(status, due.size === 0 ? [] : await heldBackIn(session, signal)),
    waivedEvidence: evaluation.waivedEvidence,
    evidence: evidenceRows(evaluation.readings, deps),
    unread: tally.undecided.causes(evaluation),
    missingPermissions: tally.undecided.missingPermissions(),
    counts: tally.counts,
    ...defined({ review: people?.review }),
    ...defined({ freesBytes: freedBy(dated) }),
    monthlyCost: totalPlan(dated),
    owners: tally.owners.counts(),
    ownersProblem: tally.owners.problem() ?? null,
    looked: {
      names: await lookedForIn(session, signal),
      keep: keep.entries(evaluation.gaps.length === 0 && tally.counts.unknown === 0),
    },
    resources: notAsked ? dated.map((one) => ({ ...one, notAsked: notAskedOf(one, notAsked, evaluation) })) : dated,
  };
  // The copy is smaller: V8 leaves room in what grows by several spreads, and there may be 50,000.
  return { ...whole };
}

/** As a mark pass has it, for the families and their digests. */
function newMark({ id, name, identity }: Resource): BlockedChange {
  return { change: 'mark', id, name, identity };
}

/** It has no date while it is held. */
function withReview(row: ResourcePlan, held: ReadonlySet<string> | undefined): ResourcePlan {
  return held?.has(row.id) ? { ...row, wouldDeleteAt: null, review: true } : row;
}

/** Of the candidates. */
function freedBy(rows: readonly ResourcePlan[]): number | undefined {
  return sumOfBytes(rows.map(({ verdict, freesBytes }) => (isDue({ kind: verdict }) ? freesBytes : undefined)));
}

/** No resource is deleted before its users. */
function afterUsers(rows: readonly ResourcePlan[], due: ReadonlyMap<string, Verdict>): readonly ResourcePlan[] {
  if (!rows.some(({ verdict }) => verdict === 'held')) return rows;
  const own = new Map(rows.map(({ id, wouldDeleteAt }) => [id, Date.parse(wouldDeleteAt ?? '') || 0]));
  const notBefore = chainDates(
    (id) => due.get(id),
    (id) => own.get(id) ?? 0,
  );
  return rows.map((row) => {
    const verdict = row.verdict === 'held' ? due.get(row.id) : undefined;
    if (!verdict) return row;
    const at = Math.max(own.get(row.id) ?? 0, notBefore(verdict));
    return { ...row, wouldDeleteAt: new Date(at).toISOString() };
  });
}

/** Where the evidence of a place is missing, every resource stays unknown, and no further question changes that. */
function notAskedOf({ id, verdict }: ResourcePlan, notAsked: NotAsked, { gaps }: Listed['evaluation']) {
  const isOpen = isDue({ kind: verdict }) || (verdict === 'unknown' && gaps.length === 0);
  return isOpen ? notAsked.of(id) : [];
}

const UNREAD = {
  status: 'incomplete',
  waivedEvidence: [],
  evidence: [],
  unread: [],
  counts: { listed: 0, candidate: 0, keep: 0, unknown: 0 },
  monthlyCost: { amount: null, upTo: false, staying: null, unpriced: 0 },
  owners: { unowned: 0, invalidOwner: 0, unsureOwner: 0 },
  ownersProblem: null,
  resources: [],
} as const;

function missingToList({ account, location }: WorkConfiguration, { permission }: Unread): readonly MissingPermission[] {
  return permission === undefined ? [] : [{ permission, places: [`${account.name}/${location}`], blocks: null }];
}

type Listed = Extract<Survey, { kind: 'listed' }>;
type Unread = Extract<Survey, { kind: 'unread' }>;

async function surveyOrProblem(
  deps: PlanDeps,
  wc: WorkConfiguration,
  signal: AbortSignal,
  look: OnVerdict,
): Promise<Survey> {
  try {
    return await survey(deps, wc, signal, look);
  } catch (error) {
    if (signal.aborted) throw error;
    const problem = messageOf(error);
    return { kind: 'unread', problem, explanation: problem };
  }
}

async function statusOf(
  deps: PlanDeps,
  wc: WorkConfiguration,
  { evaluation, tally, population: { size: listed }, policy: { holders } }: Listed,
  changes: { readonly marked: number; readonly newMarks: number; readonly unmarks: number },
): Promise<Pick<NamespacePlan, 'status' | 'problem' | 'trips' | 'explanation'>> {
  const ofOwners = tally.counts.unknown > 0 ? tally.owners.problem() : undefined;
  const unread = tally.undecided.describe(evaluation) ?? ofOwners;
  const explanation = tally.undecided.explain(evaluation) ?? ofOwners ?? null;
  if (evaluation.gaps.length > 0) return { status: 'incomplete', problem: unread ?? null, explanation };
  const baseline = (await deps.state?.passes.get(wc.namespace, 'mark'))?.baseline;
  const trips = [
    ...shrunkTrips({ listed, findings: evaluation.counts }, withoutEnded(baseline, holders?.ended), wc.tripwires),
    ...markTrips({ listed, ...changes }, wc.tripwires),
  ];
  if (trips.length > 0) {
    const problem = [...trips.map(tripWords), ...(unread ? [unread] : [])].join('; ');
    return { status: 'blocked', problem, trips, explanation };
  }
  const isWhole = unread === undefined && tally.counts.unknown === 0;
  return { status: isWhole ? 'complete' : 'incomplete', problem: unread ?? null, explanation };
}

async function marksOf({ state }: PlanDeps, { namespace }: WorkConfiguration): Promise<ReadonlyMap<string, Mark>> {
  const marks = new Map<string, Mark>();
  if (!state) return marks;
  for await (const page of state.marks.all(namespace)) {
    for (const mark of page) marks.set(mark.id, mark);
  }
  return marks;
}
