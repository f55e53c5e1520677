/** The mark pass: survey, plan every change, check the tripwires, then store. */

import { businessTimeOf } from '../../core/common/clock.ts';
import { defined } from '../../core/common/defined.ts';
import { filterInSteps, inTurns, LIGHT_STEP } from '../../core/common/steps.ts';
import { isDue } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { UnreadableMark } from '../../core/mark/unreadableMark.ts';
import { givesBack } from '../../core/policy/effects.ts';
import { markBlockOf } from '../../core/policy/markBlock.ts';
import { hasStored } from '../../core/policy/pass.ts';
import { remembering, withAccepted, withoutEnded } from '../../core/policy/tripwires.ts';
import type { Fence, Transition } from '../../core/ports/ports.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { Read, Resource } from '../../core/resource/resource.ts';
import { undoneByOthers } from '../deletion/quarantine.ts';
import { evidenceHash } from '../evidence/evidenceHash.ts';
import { changesOf } from '../pass/blockedChanges.ts';
import type { MarkDeps } from '../pass/deps.ts';
import { type Judged, type MarkPlan, planMarks } from '../pass/markPlan.ts';
import type { PassContext, PassResult } from '../pass/record.ts';
import { endReview } from '../pass/underReview.ts';
import { costsOf } from '../plan/costs.ts';
import { namesToTell } from '../plan/notFound.ts';
import { Observed, recordObservations, recordSurvey } from '../survey/observations.ts';
import { type Survey, survey } from '../survey/survey.ts';
import { unreadPlaces } from '../survey/unread.ts';
import { auditWaivedEvidence } from '../survey/waivedEvidence.ts';
import { giveBackMarked, releaseKept } from './giveBack.ts';
import { leftOutBy } from './leftOut.ts';
import { Quarantined } from './quarantined.ts';
import { isNoNewMark, review } from './review.ts';
import { showOutside } from './showOutside.ts';
import { describeUnreadable } from './unreadable.ts';

type Listed = Extract<Survey, { kind: 'listed' }>;

/**
 * One survey and the marks that it changes. Redis refuses each write whose `fence` is no longer the value of the lock.
 */
export async function markPass(
  deps: MarkDeps,
  context: PassContext,
  fence: Fence,
  signal: AbortSignal,
): Promise<PassResult> {
  const beganAt = deps.monotonic.monotonicMs();
  await deps.accountNames.remember(context.wc.account);
  const reindexed = await deps.marks.reindex(context.wc.namespace);
  if (reindexed > 0)
    deps.log.warn({ namespace: context.wc.namespace, entries: reindexed }, 'lost entries of indexes were made again');
  const rescued = await giveBackFirst(deps, context, fence, signal);
  const unreadable = new Map<string, string>();
  const stored = await allMarks(deps, context, ({ id, why }) => unreadable.set(id, why));
  const marked = new Set(stored.map(({ id }) => id));
  const judged = new Map<string, Judged>();
  const observed = new Observed(
    deps.handlerOf(typeOf(context.wc.namespace)),
    context.wc.parameters,
    deps.watch.earliest(),
  );
  const quarantined = await Quarantined.begin(deps, context.wc.namespace);
  const surveyed = await survey(deps, context.wc, signal, (resource, verdict, policy) => {
    observed.see(resource, policy);
    quarantined.see(resource, verdict);
    // An unreadable mark stays until a person looks at it: the pass decides nothing about its resource.
    if (unreadable.has(resource.id)) return;
    if (isDue(verdict) || marked.has(resource.id) || resource.markedElsewhereAt)
      judged.set(resource.id, { resource, verdict });
  });
  if (surveyed.kind === 'unread') {
    const given = rescued ?? (await giveBackMarked(deps, context, fence, signal));
    return {
      outcome: 'incomplete',
      counts: releasedCount(given),
      problem: surveyed.problem,
      causes: [{ why: surveyed.explanation, unknown: null }],
    };
  }
  const { tally, evaluation } = surveyed;
  await recordObservations(deps, context.wc, surveyed, observed);
  await quarantined.writeTags(deps, context.wc, surveyed.session, stored, unreadable, judged);
  const counts = {
    ...{ ...tally.counts, ...tally.owners.counts(), ...releasedCount(rescued ?? 0) },
    ...cacheHitsOf(evaluation, beganAt),
  };
  const leftOut = leftOutBy(surveyed, describeUnreadable(context.wc.namespace, unreadable));
  const record = {
    ...defined({ problem: leftOut.problem, lookedFor: await namesToTell(surveyed.session, signal) }),
    causes: leftOut.causes,
    waivedEvidence: auditWaivedEvidence(deps, context, evaluation),
    unread: unreadPlaces(evaluation),
  };
  if (evaluation.gaps.length > 0) {
    // A positive fact keeps a resource even if other reads failed (law 1), and a release needs no more than that.
    const released = await releaseKept(deps, context, surveyed.session, quarantined.inside, fence);
    return { outcome: 'incomplete', counts: { ...counts, ...releasedCount(released, rescued) }, ...record };
  }
  const result = await store(deps, context, { ...surveyed, judged, observed, quarantined }, counts, fence);
  return { ...record, ...(isWhole(surveyed) ? result : withUndecided(result)) };
}

/** Evidence that was read before this pass began, by this instance or another. */
function cacheHitsOf({ readings }: Listed['evaluation'], beganAt: number): Record<string, number> {
  const cacheHits = readings.filter(({ readAt }) => readAt < beganAt).length;
  return cacheHits > 0 ? { cacheHits } : {};
}

function isWhole({ tally, evaluation }: Listed): boolean {
  return tally.counts.unknown === 0 && evaluation.accountScopedGaps.length === 0;
}

/** Undecided resources do not block the others, but the pass does not count as complete. */
function withUndecided(result: PassResult): PassResult {
  return result.outcome === 'complete' ? { ...result, outcome: 'incomplete', stored: true } : result;
}

/** A survey, and the parts of it that may change a mark. */
type Markable = Listed & {
  readonly judged: ReadonlyMap<string, Judged>;
  readonly observed: Observed;
  readonly quarantined: Quarantined;
};

async function store(
  deps: MarkDeps,
  context: PassContext,
  surveyed: Markable,
  counts: Readonly<Record<string, number>>,
  fence: Fence,
): Promise<PassResult> {
  const { wc, passId, previous } = context;
  const marks = await allMarks(deps, context);
  const readAt = businessTimeOf(surveyed.evaluation.readAt, deps);
  const out = givesBack(wc)
    ? await undoneByOthers(deps, surveyed.session, marks, surveyed.judged)
    : new Map<string, Judged>();
  const kept = surveyed.quarantined.inside.map((one) => out.get(one.resource.id) ?? one);
  const planning = planMarks({
    wc,
    policy: surveyed.policy,
    passId,
    now: deps.watch.latest(),
    judged: out.size === 0 ? surveyed.judged : new Map([...surveyed.judged, ...out]),
    marks,
    missing: await readMissing(surveyed, marks),
    costOf: costsOf(deps, wc),
    ...{ newId: deps.newId, mayLackDecisions: context.mayLackDecisions ?? false },
    evidenceOf: (verdict) => evidenceHash({ verdict, counts: surveyed.evaluation.counts, readAt }),
  });
  const whole = await inTurns(planning);
  const seen = { listed: surveyed.population.size, findings: surveyed.evaluation.counts };
  const { approval, people } = await review(deps, context, whole, isWhole(surveyed));
  const { plan = whole, heldCount = {} } = people ?? {};
  const accepted = withoutEnded(withAccepted(previous?.baseline, approval?.shrunk), surveyed.policy.holders?.ended);
  const stopped = await inTurns(
    markBlockOf(
      {
        ...{ seen, baseline: accepted, marked: marks.length, approval, now: deps.clock.now() },
        ...{ newMarks: plan.newMarks, unmarks: plan.unmarks, members: plan.members },
        confirmation: previous?.confirmation,
      },
      wc.tripwires,
    ),
  );
  if (stopped) {
    const { problem, trips, blocked, confirmation } = stopped;
    if (!stopped.isShrunk) await recordSurvey(deps, wc, surveyed, surveyed.observed);
    // A tripwire blocks changes that take away; a release of certainly kept resources is safe all the same.
    const given = releasedCount(await releaseKept(deps, context, surveyed.session, kept, fence), counts.released);
    const would = { ...counts, ...planCounts(plan), ...given, ...heldCount };
    const changes = await inTurns(changesOf(people ? plan.transitions.filter(isNoNewMark) : plan.transitions));
    const open = defined({ review: previous?.review ?? people?.open });
    return { outcome: 'blocked', counts: would, problem, trips, blocked, changes, confirmation, ...open };
  }
  await recordSurvey(deps, wc, surveyed, surveyed.observed);
  if (surveyed.session.quarantine) await surveyed.quarantined.record(deps.quarantines, wc);
  const baseline = {
    ...remembering(seen, previous?.baseline),
    ...(Number.isFinite(readAt) ? { readAt: Math.floor(readAt) } : {}),
  };
  const held = people ? { review: people.review ?? ('ended' as const), changes: people.held } : {};
  const done = wc.live ? await apply(deps, context, plan.transitions, fence) : planCounts(plan);
  if (wc.live && people && !people.review) await endReview(deps, wc.namespace);
  if (wc.live) await showOutside(deps, context, surveyed, () => allMarks(deps, context));
  const given = releasedCount(await releaseKept(deps, context, surveyed.session, kept, fence), counts.released);
  return { outcome: 'complete', counts: { ...counts, ...done, ...given, ...heldCount }, baseline, ...held };
}

/**
 * If the last survey did not finish, kept resources do not wait for this survey, which may not finish either.
 * @returns how many were released; `undefined` = the survey itself releases
 */
async function giveBackFirst(
  deps: MarkDeps,
  context: PassContext,
  fence: Fence,
  signal: AbortSignal,
): Promise<number | undefined> {
  const { previous } = context;
  const hasEnded = !previous || hasStored(previous) || previous.outcome === 'blocked';
  return hasEnded ? undefined : giveBackMarked(deps, context, fence, signal);
}

function releasedCount(now: number, before = 0): Record<string, number> {
  return now + before > 0 ? { released: now + before } : {};
}

async function allMarks(
  deps: MarkDeps,
  { wc }: PassContext,
  unreadable?: (one: UnreadableMark) => void,
): Promise<readonly Mark[]> {
  const byId = new Map<string, Mark>();
  for await (const page of deps.marks.all(wc.namespace, unreadable)) {
    for (const mark of page) byId.set(mark.id, mark);
  }
  return [...byId.values()];
}

/** Law 2: a mark that the listing does not show is read by id before any conclusion. */
async function readMissing(
  { judged, session }: Markable,
  marks: readonly Mark[],
): Promise<ReadonlyMap<string, Read<Resource>>> {
  const isMissing = (mark: Mark) => mark.state !== 'deleting' && !judged.has(mark.id);
  const missing = await filterInSteps(marks, isMissing, LIGHT_STEP);
  return missing.length === 0 ? new Map() : session.get(missing.map(({ id }) => id));
}

async function apply(
  deps: MarkDeps,
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
