/** The mark pass: survey, plan every change, let the tripwires look, then store. */
import type { Mark } from '../core/mark.ts';
import type { Baseline } from '../core/pass.ts';
import type { Fence, Transition } from '../core/ports.ts';
import type { Read, Resource } from '../core/resource.ts';
import { blockedSet, confirm, isConfirmed, markTrips, shrunkTrips } from '../core/tripwires.ts';
import type { Verdict } from '../core/verdict.ts';
import { matchesApproval } from './approval.ts';
import type { LifecycleDeps } from './deps.ts';
import { evidenceHash } from './evidenceHash.ts';
import { type MarkPlan, planMarks } from './markPlan.ts';
import type { PassContext, PassResult } from './record.ts';
import { describeGaps, type Survey, survey } from './survey.ts';

type Listed = Extract<Survey, { kind: 'listed' }>;

export async function markPass(
  deps: LifecycleDeps,
  context: PassContext,
  fence: Fence,
  signal: AbortSignal,
): Promise<PassResult> {
  const surveyed = await survey(deps, context.wc, signal);
  if (surveyed.kind === 'unread') return { outcome: 'incomplete', counts: {}, problem: surveyed.problem };
  await recordObservations(deps, context, surveyed);
  const counts = countVerdicts(surveyed);
  const { gaps } = surveyed.judgement;
  if (gaps.length > 0) return { outcome: 'incomplete', counts, problem: describeGaps(gaps, surveyed.judgement) };
  return store(deps, context, surveyed, counts, fence);
}

async function store(
  deps: LifecycleDeps,
  context: PassContext,
  surveyed: Listed,
  counts: Readonly<Record<string, number>>,
  fence: Fence,
): Promise<PassResult> {
  const { wc, passId } = context;
  const marks = await allMarks(deps, context);
  const readAt = deps.clock.now() - (deps.monotonic.monotonicMs() - surveyed.judgement.readAt);
  const plan = planMarks({
    wc,
    passId,
    now: deps.watch.latest(),
    resources: surveyed.population.byId,
    verdicts: surveyed.judgement.verdicts,
    marks,
    missing: await readMissing(surveyed, marks),
    newId: deps.newId,
    evidenceOf: (verdict) => evidenceHash({ verdict, counts: surveyed.judgement.counts, readAt }),
  });
  const seen = { listed: surveyed.population.resources.length, findings: surveyed.judgement.counts };
  const shrunk = shrunkTrips(seen, context.previous?.baseline, wc.tripwires);
  const { newMarks, unmarks } = plan;
  const baseline = remembering(seen, context.previous?.baseline);
  const trips = [
    ...shrunk,
    ...markTrips({ listed: seen.listed, marked: marks.length, newMarks, unmarks }, wc.tripwires),
  ];
  if (trips.length > 0) {
    const blocked = blockedSet([...plan.members, ...shrunk]);
    const confirmation = confirm(blocked, context.previous?.confirmation, deps.clock.now());
    const released =
      isConfirmed(confirmation) || (await matchesApproval(deps, context.previous, wc.namespace, 'mark', blocked));
    if (!released) {
      const problem = trips.join('; ');
      return { outcome: 'blocked', counts: { ...counts, ...planCounts(plan) }, problem, blocked, confirmation };
    }
  }
  if (!wc.live) return { outcome: 'complete', counts: { ...counts, ...planCounts(plan) }, baseline };
  const applied = await apply(deps, context, plan.transitions, fence);
  return { outcome: 'complete', counts: { ...counts, ...applied }, baseline };
}

/** A source that was not asked this time (nothing was listed, or it is accepted unread) keeps what it once found. */
function remembering(seen: Baseline, before: Baseline | undefined): Baseline {
  return { listed: seen.listed, findings: { ...before?.findings, ...seen.findings } };
}

/** Dry run keeps observations only: when something was seen in use, and first seen at all. */
async function recordObservations(deps: LifecycleDeps, { wc }: PassContext, surveyed: Listed): Promise<void> {
  const now = deps.clock.now();
  const { judgement, population } = surveyed;
  if (judgement.usedAliases.length > 0) await deps.lastUsed.seen(wc.namespace, judgement.usedAliases, now);
  if (deps.handlerOf(wc.resourceType).dated === 'byFirstSeen') {
    const identities = population.resources.map(({ identity }) => identity);
    await deps.lastUsed.firstSeen(wc.namespace, identities, now);
  }
}

async function allMarks(deps: LifecycleDeps, { wc }: PassContext): Promise<readonly Mark[]> {
  const byId = new Map<string, Mark>();
  for await (const page of deps.marks.all(wc.namespace)) {
    for (const mark of page) byId.set(mark.id, mark);
  }
  return [...byId.values()];
}

/** Law 2: what the listing does not show is asked for by id before anything is concluded. */
async function readMissing(surveyed: Listed, marks: readonly Mark[]): Promise<ReadonlyMap<string, Read<Resource>>> {
  const missing = marks.filter((mark) => mark.state !== 'deleting' && !surveyed.population.byId.has(mark.id));
  return missing.length === 0 ? new Map() : surveyed.session.get(missing.map(({ id }) => id));
}

async function apply(
  deps: LifecycleDeps,
  { wc }: PassContext,
  transitions: readonly Transition[],
  fence: Fence,
): Promise<Record<string, number>> {
  const answers = await deps.marks.apply(wc.namespace, transitions, fence);
  const counts: Record<string, number> = { marked: 0, refreshed: 0, unmarked: 0, gone: 0, conflicts: 0 };
  answers.forEach((answer, index) => {
    const event = answer === 'applied' ? (transitions[index] as Transition).audit.event : 'conflicts';
    counts[event] = (counts[event] ?? 0) + 1;
  });
  return counts;
}

function planCounts({ newMarks, unmarks, refreshed, gone }: MarkPlan): Record<string, number> {
  return { wouldMark: newMarks, wouldUnmark: unmarks, wouldRefresh: refreshed, gone };
}

function countVerdicts({ population, judgement }: Listed): Record<string, number> {
  const counts = { listed: population.resources.length, candidate: 0, keep: 0, unknown: 0 };
  for (const { kind } of judgement.verdicts.values() as Iterable<Verdict>) counts[kind]++;
  return counts;
}
