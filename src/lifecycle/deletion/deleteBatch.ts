/** One batch of a delete pass: re-check, definitions, permits, requests, and the cloud's answers. */

import { DAY_MS } from '../../core/common/duration.ts';
import { messageOf, ReadError } from '../../core/common/errors.ts';
import { requestsInOrder } from '../../core/mark/deletionOrder.ts';
import { holdMark } from '../../core/mark/hold.ts';
import { retryDelayMs } from '../../core/mark/intent.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Step } from '../../core/mark/quarantine.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { tripWords } from '../../core/policy/trip.ts';
import { isOpen } from '../../core/policy/window.ts';
import { withoutBounced } from '../notice/bounce.ts';
import type { PassResult } from '../pass/record.ts';
import { type Opened, open } from '../survey/opened.ts';
import { applyOne, type DeletePass, deleteBlocker, pacedBy } from './deleteContext.ts';
import { DeletePermitGate } from './permitGate.ts';
import { isOnRecord, isQuarantined, stepOf } from './quarantine.ts';
import { recheck, type Standing } from './recheck.ts';
import { type Permitted, send, withhold } from './sending.ts';

/** Why the pass ends with this batch; `undefined` = the next batch may follow. */
export type BatchEnd = Omit<PassResult, 'counts'> | undefined;

/**
 * Reads resources and evidence again, judges, and requests the deletion of those still standing. A failed read or a
 * tripwire ends the pass as a value.
 */
export async function deleteBatch(pass: DeletePass, marks: readonly Mark[]): Promise<BatchEnd> {
  const gate = new DeletePermitGate(pass.deps.monotonic, pass.lease, pass.deps.fleet.deleteGateOf(pass.wc));
  const opened = open(pass.deps, pass.wc, pass.signal, { permit: gate });
  try {
    const notified = await withoutBounced(pass.deps, marks);
    if (notified.length === 0) return undefined;
    const { standing, readAt, tripped } = await recheck(pass, opened, notified);
    if (tripped) {
      const problem = `${tripped.map(tripWords).join('; ')}; the next mark pass will be blocked too: approve that one`;
      return { outcome: 'blocked', problem, trips: tripped };
    }
    const { maxBatch, together } = opened.handler;
    const stepOfMark = (mark: Mark) => stepOf(pass.wc, opened.session, mark);
    for (const { step, items } of requestsInOrder(standing, { stepOf: stepOfMark, maxBatch, together })) {
      if (pass.signal.aborted) return { outcome: 'unfinished', problem: messageOf(pass.signal.reason) };
      const end = await deleteSome(pass, opened, gate, items, { readAt, step });
      if (end) return end;
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { outcome: 'incomplete', problem: messageOf(error) };
  }
}

async function deleteSome(
  pass: DeletePass,
  opened: Opened,
  gate: DeletePermitGate,
  standing: readonly Standing[],
  { readAt, step }: { readonly readAt: number; readonly step: Step },
): Promise<BatchEnd> {
  const { namespace, stops } = pass.wc;
  const question = { namespace, step, stops, resources: standing.map(({ resource }) => resource) };
  if (pass.deps.confirms && !(await pass.deps.confirms(question))) {
    return { outcome: 'unfinished', problem: 'a person said no: this batch and the later ones stay' };
  }
  // The dry run finds missing rights before any request of this step is sent (A8); a ReadError ends the batch.
  const [first] = standing;
  if (first) await opened.session.dryRunDelete?.(first.resource);
  if (first && step === 'quarantine') await opened.session.quarantine?.dryRunDelete(first.resource);
  const unwritten = await writeDefinitions(pass, opened, standing, step);
  if (unwritten) return unwritten;
  const blocker = await deleteBlocker(pass);
  if (blocker) return { outcome: 'unfinished', problem: blocker };
  if (!isOpen(pass.wc.window, pass.deps.clock.now())) return { outcome: 'paced', problem: 'the window closed' };
  const evidenceUntil = readAt + pass.wc.maxEvidenceAgeMs;
  if (pass.deps.monotonic.monotonicMs() >= evidenceUntil) {
    return {
      outcome: 'unfinished',
      problem: 'the evidence was too old before the requests were sent; Holystone reads it again',
    };
  }
  // Recorded first: a resource in quarantine is never forgotten, even if its mark or the configuration goes away.
  if (step === 'quarantine') {
    const ids = standing.map(({ mark }) => mark.id);
    await pass.deps.quarantines.add(pass.wc.namespace, pass.wc.location, ids);
  }
  const permitted: Permitted[] = [];
  let end: BatchEnd;
  try {
    for (const item of standing) {
      const askedAt = pass.deps.monotonic.monotonicMs();
      const answer = await requestPermit(pass, item, step);
      if (answer.kind === 'granted') {
        gate.grant(item.mark.id, askedAt, answer.lockRemainingMs, evidenceUntil, answer.mayBeForgotten);
        permitted.push({ mark: answer.mark, resource: item.resource, giveBack: answer.giveBack });
        continue;
      }
      pass.counts.denied++;
      end = await settleDenied(pass, item.mark, answer);
      if (end) break;
    }
    if (permitted.length === 0) return end;
    // A denial that is no limit concerns the permits before it too: the lock, the store or the configuration is another.
    const denied = end?.outcome === 'paced' ? undefined : end?.problem;
    // Asked here too, while it is certain that nothing was sent: the line that records a permit may not be written.
    const stopped = denied ?? pass.deps.fleet.denies();
    if (stopped !== undefined) {
      gate.revoke();
      await withhold(pass, permitted, stopped);
      return end ?? { outcome: 'unfinished', problem: stopped };
    }
    const before = refusedOf(pass);
    await send(pass, opened.session, permitted, step);
    // Refused requests gave places of the day back: a denied mark gets its turn before the refused marks are retried.
    if (end?.outcome !== 'paced' || refusedOf(pass) === before) return end;
    return { ...end, nextDueAt: pass.startedAt + pass.wc.everyMs.delete };
  } finally {
    gate.revoke();
  }
}

function refusedOf({ counts }: DeletePass): number {
  return counts.refused + counts.retried;
}

/** Law 12: no record, no delete. */
async function writeDefinitions(
  pass: DeletePass,
  { handler, session }: Opened,
  standing: readonly Standing[],
  step: Step,
): Promise<BatchEnd> {
  const { deps, wc, passId } = pass;
  for (const { mark, resource, reasons } of standing) {
    const { namespace } = wc;
    const { id, identity } = mark;
    const at = deps.clock.now();
    try {
      const isReduced = isQuarantined(resource) && session.quarantine?.isReduced?.(resource);
      if (isReduced && (await isOnRecord(deps, mark))) continue;
      await deps.definitions.write({
        namespace,
        id,
        identity,
        at,
        passId,
        reasons,
        definition: handler.definition(resource),
      });
      // The deletion reads this definition again: a definition that cannot be read must not be reduced.
      const willReduce = step === 'quarantine' && session.quarantine?.isReduced !== undefined;
      if (willReduce && !(await isOnRecord(deps, mark))) throw new Error('it cannot be read again');
    } catch (error) {
      const problem = `the definition of ${id} could not be stored, so Holystone deletes nothing: ${messageOf(error)}`;
      return { outcome: 'incomplete', problem };
    }
  }
  return undefined;
}

function requestPermit(
  { deps, wc, passId, lease, evidence }: DeletePass,
  { mark, resource, patterns }: Standing,
  step: Step,
) {
  const judgedOn = evidence.get(mark.id);
  return deps.permits.request(
    wc.namespace,
    {
      mark,
      ...(step === 'quarantine' ? { to: step } : {}),
      passId,
      now: deps.clock.now(),
      identity: resource.identity,
      name: resource.name,
      patterns,
      ...(resource.group === undefined ? {} : { group: resource.group }),
      ...(resource.keptAs === undefined ? {} : { keptAs: resource.keptAs }),
      forbiddenBecause: deletesNothingBecause(wc),
      startStage: wc.startStage,
      noticeRequired: wc.notice.enabled,
      deletesPerDay: wc.pace.deletesPerDay,
      refusalsPerDay: Math.max(wc.pace.deletesPerDay, wc.pace.deletesPerPass),
      ...(judgedOn === undefined ? {} : { evidence: judgedOn }),
    },
    lease,
  );
}

/** Budgets are counted per UTC day. */
function nextUtcDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** Clauses about the store and the record: they concern every mark. */
const STORE_CLAUSES: ReadonlySet<Denied['clause']> = new Set(['durability', 'incarnation', 'clock', 'record']);

type Denied = Extract<Awaited<ReturnType<typeof requestPermit>>, { kind: 'denied' }>;

async function settleDenied(pass: DeletePass, mark: Mark, denied: Denied): Promise<BatchEnd> {
  const { clause, why } = denied;
  if (clause === 'lock') return { outcome: 'unfinished', problem: why };
  if (clause === 'configuration' || STORE_CLAUSES.has(clause)) return { outcome: 'incomplete', problem: why };
  if (clause === 'budget') return { outcome: 'paced', problem: why, nextDueAt: nextUtcDay(pass.deps.clock.now()) };
  if (clause === 'refusals') {
    const nextAttemptAt = nextUtcDay(pass.deps.clock.now());
    await applyOne(pass, mark, holdMark(mark, nextAttemptAt, why), 'deferred', why);
    return undefined;
  }
  if (clause === 'stage') return { outcome: 'unfinished', problem: why };
  if (clause === 'fleetBudget' || clause === 'canary') return pacedBy(pass, denied);
  if (clause === 'notice') {
    // The delete pass sends no notices: the mark keeps its place and waits for the notify pass.
    const nextAttemptAt = pass.deps.clock.now() + retryDelayMs(0);
    await applyOne(pass, mark, holdMark(mark, nextAttemptAt, why), 'deferred', why);
  }
  return undefined;
}
