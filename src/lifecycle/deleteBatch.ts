/** One batch of a delete pass: re-check, definitions, permits, requests, and what the cloud answered. */
import { DAY_MS } from '../core/duration.ts';
import { messageOf, PermitError, ReadError } from '../core/errors.ts';
import { awaitOutcome, dropIntent, holdMark, type Mark, retryDelayMs } from '../core/mark.ts';
import type { DeleteOutcome, Resource } from '../core/resource.ts';
import { isOpen } from '../core/window.ts';
import { deletesNothingBecause } from '../core/workConfiguration.ts';
import type { Session } from '../handlers/handler.ts';
import { withoutBounced } from './bounce.ts';
import { applyOne, type DeletePass, holdsBack, pacedBy } from './deleteContext.ts';
import { DeletePermitGate } from './permitGate.ts';
import { recheck, type Standing } from './recheck.ts';
import type { PassResult } from './record.ts';
import { restorableNow, withRestorable } from './restorable.ts';
import { type Opened, open } from './survey.ts';

/** Why the pass ends with this batch; `undefined` = the next batch may follow. */
export type BatchEnd = Omit<PassResult, 'counts'> | undefined;

/** How long to wait for the end of a request whose answer was lost, before it is asked for by id. */
const LOST_ANSWER_MS = 60_000;
/** The same for a request that was accepted and is being worked on. */
const ACCEPTED_MS = 15_000;

export async function deleteBatch(pass: DeletePass, marks: readonly Mark[]): Promise<BatchEnd> {
  const gate = new DeletePermitGate(pass.deps.monotonic, pass.lease, pass.deps.fleet.brakeOf(pass.wc));
  const opened = open(pass.deps, pass.wc, pass.signal, { permit: gate });
  try {
    const told = await withoutBounced(pass.deps, marks);
    if (told.length === 0) return undefined;
    const { standing, readAt, tripped } = await recheck(pass, opened, told);
    if (tripped)
      return { outcome: 'blocked', problem: `${tripped}; approve the next mark pass, which it will block too` };
    for (let at = 0; at < standing.length; at += opened.handler.maxBatch) {
      if (pass.signal.aborted) return { outcome: 'unfinished', problem: messageOf(pass.signal.reason) };
      const end = await deleteSome(pass, opened, gate, standing.slice(at, at + opened.handler.maxBatch), readAt);
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
  readAt: number,
): Promise<BatchEnd> {
  // What may not be done is learnt before anything of it is begun (A8); a ReadError ends the batch.
  if (standing[0]) await opened.session.rehearse?.(standing[0].resource);
  const unwritten = await writeDefinitions(pass, opened, standing);
  if (unwritten) return unwritten;
  const held = await holdsBack(pass);
  if (held) return { outcome: 'unfinished', problem: held };
  if (!isOpen(pass.wc.window, pass.deps.clock.now())) return { outcome: 'paced', problem: 'the window closed' };
  const evidenceUntil = readAt + pass.wc.maxEvidenceAgeMs;
  if (pass.deps.monotonic.monotonicMs() >= evidenceUntil) {
    return { outcome: 'unfinished', problem: 'the evidence grew too old before the requests left; it is read again' };
  }
  const permitted: { mark: Mark; resource: Resource }[] = [];
  let end: BatchEnd;
  try {
    for (const item of standing) {
      const askedAt = pass.deps.monotonic.monotonicMs();
      const answer = await requestPermit(pass, item);
      if (answer.kind === 'granted') {
        gate.grant(askedAt, answer.lockRemainingMs, evidenceUntil);
        permitted.push({ mark: answer.mark, resource: item.resource });
        continue;
      }
      pass.counts.denied++;
      end = await settleDenied(pass, item.mark, answer);
      if (end) break;
    }
    if (permitted.length > 0) await send(pass, opened, permitted);
    return end;
  } finally {
    gate.revoke();
  }
}

/** Law 12: no record, no delete. */
async function writeDefinitions(
  pass: DeletePass,
  { handler }: Opened,
  standing: readonly Standing[],
): Promise<BatchEnd> {
  const { deps, wc, passId } = pass;
  for (const { mark, resource, reasons } of standing) {
    const { namespace } = wc;
    const { id, identity } = mark;
    const at = deps.clock.now();
    try {
      await deps.definitions.write({
        namespace,
        id,
        identity,
        at,
        passId,
        reasons,
        definition: handler.definition(resource),
      });
    } catch (error) {
      const problem = `the definition of ${id} could not be stored, so nothing is deleted: ${messageOf(error)}`;
      return { outcome: 'incomplete', problem };
    }
  }
  return undefined;
}

function requestPermit({ deps, wc, passId, lease, evidence }: DeletePass, { mark, resource }: Standing) {
  const judgedOn = evidence.get(mark.id);
  return deps.permits.request(
    wc.namespace,
    {
      mark,
      passId,
      now: deps.clock.now(),
      identity: resource.identity,
      ...(resource.group === undefined ? {} : { group: resource.group }),
      forbiddenBecause: deletesNothingBecause(wc),
      startStage: wc.startStage,
      noticeRequired: wc.notice.enabled,
      deletesPerDay: wc.pace.deletesPerDay,
      ...(judgedOn === undefined ? {} : { evidence: judgedOn }),
    },
    lease,
  );
}

/** Budgets are counted per UTC day. */
function nextUtcDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

/** What concerns the store concerns every mark. */
const STORE_CLAUSES: ReadonlySet<Denied['clause']> = new Set(['durability', 'incarnation', 'clock']);

type Denied = Extract<Awaited<ReturnType<typeof requestPermit>>, { kind: 'denied' }>;

async function settleDenied(pass: DeletePass, mark: Mark, denied: Denied): Promise<BatchEnd> {
  const { clause, why } = denied;
  if (clause === 'lock') return { outcome: 'unfinished', problem: why };
  if (clause === 'configuration' || STORE_CLAUSES.has(clause)) return { outcome: 'incomplete', problem: why };
  if (clause === 'budget') return { outcome: 'paced', problem: why, nextDueAt: nextUtcDay(pass.deps.clock.now()) };
  if (clause === 'stage') return { outcome: 'unfinished', problem: why };
  if (clause === 'fleetBudget' || clause === 'canary') return pacedBy(pass, denied);
  if (clause === 'notice') {
    // Not for the delete pass to tell anybody: the mark keeps its place and waits for the notify pass.
    const nextAttemptAt = pass.deps.clock.now() + retryDelayMs(0);
    await applyOne(pass, mark, { ...mark, problem: why, nextAttemptAt, revision: mark.revision + 1 }, 'held', why);
  }
  return undefined;
}

async function send(
  pass: DeletePass,
  { session }: Opened,
  permitted: readonly { mark: Mark; resource: Resource }[],
): Promise<void> {
  let outcomes: ReadonlyMap<string, DeleteOutcome> = new Map();
  let lost = 'the answer left it out';
  try {
    outcomes = await session.delete(permitted.map(({ resource }) => resource));
  } catch (error) {
    lost = messageOf(error);
    // The gate stopped it, so it has certainly not left; with several in one request some may have.
    const [only] = permitted;
    if (error instanceof PermitError && only && permitted.length === 1) {
      await applyOne(pass, only.mark, dropIntent(only.mark), 'held', `not sent: ${lost}`);
      return;
    }
  }
  for (const { mark } of permitted) await settleOutcome(pass, session, mark, outcomes.get(mark.id), lost);
}

/** Success is counted per item, from the cloud's answer (law 10). */
async function settleOutcome(
  pass: DeletePass,
  session: Session,
  mark: Mark,
  outcome: DeleteOutcome | undefined,
  lost: string,
): Promise<void> {
  const { counts } = pass;
  const now = pass.deps.clock.now();
  switch (outcome?.kind) {
    case 'deleted':
      await settleDeleted(pass, session, mark, outcome.requestId);
      counts.deleted++;
      return;
    case 'gone':
      await applyOne(pass, mark, undefined, 'gone', 'the cloud says it does not exist any more');
      counts.gone++;
      return;
    case 'accepted':
      await applyOne(pass, mark, awaitOutcome(mark, now + ACCEPTED_MS, now), 'accepted', 'under way', {
        requestId: outcome.requestId,
      });
      counts.accepted++;
      return;
    case 'refused':
      await applyOne(
        pass,
        mark,
        holdMark(mark, outcome.reason, now + retryDelayMs(mark.attempts + 2)),
        'refused',
        outcome.reason,
      );
      counts.refused++;
      return;
    case 'retry': {
      const waitMs = Math.max(outcome.afterMs, retryDelayMs(mark.attempts));
      await applyOne(pass, mark, holdMark(mark, outcome.reason, now + waitMs), 'held', outcome.reason);
      counts.retried++;
      return;
    }
    case undefined:
      await applyOne(
        pass,
        mark,
        awaitOutcome(mark, now + LOST_ANSWER_MS),
        'held',
        `outcome unknown, asked by id later: ${lost}`,
      );
      counts.retried++;
  }
}

async function settleDeleted(pass: DeletePass, session: Session, mark: Mark, requestId: string): Promise<void> {
  const { reason, ...found } = withRestorable(mark.reasons.join('; '), await restorableNow(session, mark.id));
  await applyOne(pass, mark, undefined, 'deleted', reason, { requestId, ...found });
}
