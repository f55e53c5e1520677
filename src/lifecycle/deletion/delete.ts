/**
 * The delete pass reads due marks' resources again, judges them on fresh evidence, requests a permit for each, and only
 * then deletes. Any doubt leaves the mark where it is.
 */
import { defined } from '../../core/common/defined.ts';
import { LockLostError, messageOf } from '../../core/common/errors.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { waitsForClock } from '../../core/mark/clockAhead.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { isPatient } from '../../core/mark/patience.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { canaryPause, stageForbidsDeleting, stageUnitOf } from '../../core/policy/stage.ts';
import { isOpen } from '../../core/policy/window.ts';
import type { Lease } from '../../core/ports/ports.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { DeleteDeps } from '../pass/deps.ts';
import type { PassContext, PassResult } from '../pass/record.ts';
import { type Admission, admitDue } from './admission.ts';
import { isUnderWay, settleBegun } from './begun.ts';
import { deleteBatch } from './deleteBatch.ts';
import { type DeletePass, deleteBlocker, newCounts, pacedBy } from './deleteContext.ts';
import { deferLaterWaves, dueTogether, wavesOf } from './dueMarks.ts';
import { shownRows, withoutShownLater } from './shownDates.ts';

/** Only this many of the oldest marks are read; those whose date has passed are among the oldest. */
const LOOKED_THROUGH = 500;

/** The next pass comes sooner where the cloud calls resources in use whose last users seem gone. */
async function soonAgain(pass: DeletePass, result: PassResult): Promise<PassResult> {
  const { deps, wc, previous, patient, startedAt } = pass;
  if (patient.size === 0 && !previous?.counts.inUse) return result;
  const { marks } = await deps.marks.page(wc.namespace, undefined, LOOKED_THROUGH);
  const waiting = marks.filter(isPatient);
  if (waiting.length === 0) return result;
  const soon = Math.min(...waiting.map(({ nextAttemptAt = 0 }) => Math.max(nextAttemptAt, deps.clock.now())));
  const counts = { ...result.counts, inUse: waiting.length };
  // A pass that is slowed, blocked or cut short has its own next date: nothing can be asked for before.
  if (result.outcome !== 'complete' && result.outcome !== 'incomplete') return { ...result, counts };
  return { ...result, counts, nextDueAt: Math.min(result.nextDueAt ?? startedAt + wc.everyMs.delete, soon) };
}

/**
 * The pass deletes only in its window, and in stages that allow it; outside them it still records the end of earlier
 * requests. Rejects with LockLostError once the lock is gone; any other failure while it deletes is in the result, with
 * the counts so far (law 10).
 */
export async function deletePass(
  deps: DeleteDeps,
  context: PassContext,
  lease: Lease,
  signal: AbortSignal,
): Promise<PassResult> {
  const pass: DeletePass = {
    ...context,
    deps,
    lease,
    signal,
    counts: newCounts(),
    retriedFor: new Map(),
    problems: new Set(),
    evidence: new Map(),
    underWay: new Set(),
    patient: new Set(),
    finished: new Set(),
  };
  const result = await soonAgain(pass, await run(pass));
  if (!(await isUnderWay(pass))) return { ...result, underWay: false };
  const soon = deps.clock.now() + Math.min(UNDER_WAY_MS, pass.wc.everyMs.delete);
  return { ...result, underWay: true, nextDueAt: Math.min(result.nextDueAt ?? soon, soon) };
}

/** The longest wait until the next look at requests in progress, so that their end is recorded soon after it. */
const UNDER_WAY_MS = 60_000;

async function run(pass: DeletePass): Promise<PassResult> {
  const { deps, wc, counts } = pass;
  const isClosed = !isOpen(wc.window, deps.clock.now());
  if (deletesNothingBecause(wc) !== undefined) return isClosed ? closed(pass) : { outcome: 'complete', counts };
  // To record the cloud's work is no deletion: it needs no window.
  if (isClosed) return settleBegun(pass, closed(pass));
  const admission = await admit(pass);
  // The pass begins no deletion, but requests of earlier passes may have ended.
  if (admission.kind === 'refused') return settleBegun(pass, admission.result);
  const { dueSeenUntil } = admission;
  const result = withRetried(pass, await drainOrFail(pass));
  // It ended before it came to all due marks; requests of earlier passes may be among the others.
  const isCutShort = result.outcome !== 'complete' && result.outcome !== 'failed' && !pass.signal.aborted;
  return { ...(isCutShort ? await settleBegun(pass, result) : result), dueSeenUntil };
}

/** The most reasons that a pass names. */
const MOST_REASONS = 3;

/** A pass that tries resources again says why, also where it is complete. */
function withRetried({ retriedFor }: DeletePass, result: PassResult): PassResult {
  if (retriedFor.size === 0) return result;
  const most = [...retriedFor].sort(([, a], [, b]) => b - a);
  const sentences = most.slice(0, MOST_REASONS).map(([why, count]) => `${count} retried: ${why}`);
  const more = most.length > MOST_REASONS ? [`${pluralize(most.length - MOST_REASONS, 'more reason')}`] : [];
  const { problem } = result;
  return { ...result, problem: [...(problem === undefined ? [] : [problem]), ...sentences, ...more].join('; ') };
}

/** A pass outside the window judges nothing: the trips of the previous one stay on record until the window opens. */
function closed({ previous, counts }: DeletePass): PassResult {
  if (previous?.outcome === 'blocked') {
    const { outcome, problem, trips, blocked, confirmation } = previous;
    return { outcome, counts, ...defined({ problem, trips, blocked, confirmation }), isStillBlocked: true };
  }
  return { outcome: 'paced', counts, problem: 'the window is closed', ...defined({ spread: previous?.spread }) };
}

async function admit(pass: DeletePass): Promise<Admission> {
  const { deps, wc, rollout, counts } = pass;
  const refused = (result: Omit<PassResult, 'counts'>) => ({ kind: 'refused', result: { counts, ...result } }) as const;
  if (stageForbidsDeleting(rollout.stage) !== undefined) return refused({ outcome: 'complete' });
  const blocker = await deleteBlocker(pass);
  if (blocker) return refused({ outcome: 'unfinished', problem: blocker });
  const canary = canaryPause(stageUnitOf(wc.namespace), rollout, deps.clock.now());
  return canary ? refused(pacedBy(pass, canary)) : admitDue(pass);
}

/** Completed deletions count, even when the pass fails after them (law 10). */
async function drainOrFail(pass: DeletePass): Promise<PassResult> {
  try {
    return await drain(pass);
  } catch (error) {
    if (error instanceof LockLostError || pass.lease.signal.aborted) throw error;
    const outcome = pass.signal.aborted ? 'unfinished' : 'failed';
    return { outcome, counts: pass.counts, problem: messageOf(pass.signal.aborted ? pass.signal.reason : error) };
  }
}

/** Batch by batch, in the order of core/mark/deletionOrder.ts, until nothing is due, the pace is reached or the pass must stop. */
async function drain(pass: DeletePass): Promise<PassResult> {
  const { deps, wc, counts, signal } = pass;
  const handled = new Set<string>();
  const shown = await shownRows(pass);
  // They stay due: the next marks are behind them.
  let spared = 0;
  for (;;) {
    if (signal.aborted) return { outcome: 'unfinished', counts, problem: messageOf(signal.reason) };
    const begunHere = counts.deleted + counts.accepted + counts.quarantined - pass.finished.size;
    const room = wc.pace.deletesPerPass - begunHere;
    if (room <= 0)
      return { outcome: 'paced', counts, problem: `pace: ${pluralize(wc.pace.deletesPerPass, 'delete')} in this pass` };
    // Refused requests do not use up the pace, but must not let the pass call the cloud without end.
    if (counts.refused + counts.retried >= wc.pace.deletesPerPass) {
      const problem = `${pluralize(counts.refused + counts.retried, 'request')} failed in this pass`;
      return { outcome: 'paced', counts, problem, nextDueAt: pass.startedAt + wc.everyMs.delete };
    }
    const limit = Math.min(wc.pace.batch, room);
    const waves = await wavesOf(pass);
    const due = waves?.first ?? (await dueTogether(pass, limit + spared, room + spared));
    const untried = due.filter((mark) => !handled.has(versionOf(mark)));
    const early = untried.filter((mark) => isTooEarly(pass, mark));
    if (early.length > 0) {
      for (const mark of early) handled.add(versionOf(mark));
      spared += early.length;
      continue;
    }
    const fresh = waves ? untried.slice(0, limit) : untried;
    if (fresh.length === 0) {
      if (waves) await deferLaterWaves(pass, waves);
      return ended(pass);
    }
    for (const mark of fresh) handled.add(versionOf(mark));
    const spread = await placeInSpread(pass);
    const end = await deleteBatch(pass, await withoutShownLater(pass, shown, fresh));
    if (end) return { ...end, counts };
    if (spread) return { counts, ...spread };
    if (!isOpen(wc.window, deps.clock.now())) return { outcome: 'paced', counts, problem: 'the window closed' };
  }
}

/** A due mark that stays nevertheless. */
function isTooEarly(pass: DeletePass, mark: Mark): boolean {
  const { deps, wc } = pass;
  const now = deps.clock.now();
  const isAtItsDate = mark.projectedDeletionAt >= now;
  const stays = deps.handlerOf(typeOf(wc.namespace)).staysAtItsDate ?? false;
  return (stays && isAtItsDate) || (deps.isTooEarly?.(mark, now) ?? false) || waitsByClock(pass, mark);
}

/** A deletion that has begun is read again all the same. */
function waitsByClock(pass: DeletePass, mark: Mark): boolean {
  if (mark.state === 'deleting') return false;
  const why = waitsForClock(pass.wc, mark, pass.deps.clock.now(), pass.unpassedMs);
  if (why !== undefined) pass.problems.add(why);
  return why !== undefined;
}

/** With `pace.spread`: one batch now, and the time of the next batch of the same spread. */
async function placeInSpread(pass: DeletePass): Promise<Omit<PassResult, 'counts'> | undefined> {
  const { deps, wc, previous, startedAt } = pass;
  const { spreadMs, batch } = wc.pace;
  if (spreadMs === undefined) return undefined;
  const { due } = await deps.marks.count(wc.namespace, deps.clock.now());
  const batches = Math.ceil(due / batch);
  const { intervalMs, batchesLeft } = previous?.spread ?? {
    intervalMs: Math.floor(spreadMs / batches),
    batchesLeft: batches,
  };
  if (batchesLeft <= 1) return { outcome: 'complete' };
  const spread = { intervalMs, batchesLeft: batchesLeft - 1 };
  return {
    outcome: 'paced',
    problem: `${pluralize(spread.batchesLeft, 'batch', 'batches')} to come`,
    spread,
    nextDueAt: startedAt + intervalMs,
  };
}

function versionOf({ generation, revision, id }: Mark): string {
  return `${generation}|${revision}|${id}`;
}

/** Nothing more is due. Unknown verdicts and a wrong clock make the pass incomplete; refusals are on the marks. */
function ended({ counts, problems }: DeletePass): PassResult {
  if (problems.size === 0) return { outcome: 'complete', counts };
  return { outcome: 'incomplete', counts, problem: [...problems].join('; ') };
}
