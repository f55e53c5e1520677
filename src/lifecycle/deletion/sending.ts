/** The requests of a batch that has its permits, and the cloud's answer to each of them. */

import { LockLostError, messageOf, PermitError } from '../../core/common/errors.ts';
import { deferMark, refuseMark } from '../../core/mark/hold.ts';
import {
  awaitOutcome,
  doubtOutcome,
  dropIntent,
  LOST_ANSWER_MS,
  lookDelayMs,
  retryDelayMs,
} from '../../core/mark/intent.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { stillInUse } from '../../core/mark/patience.ts';
import { enterQuarantine, type QuarantineOutcome, type Step } from '../../core/mark/quarantine.ts';
import type { AuditEvent } from '../../core/resource/audit.ts';
import type { DeleteOutcome, Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import { type Recorded, recordAnswer } from './answer.ts';
import { applyOne, countRetried, type DeletePass } from './deleteContext.ts';
import { restorableNow, withRestorable } from './restorable.ts';

/** A mark with its permit, and its resource from the last read. */
export interface Permitted {
  readonly mark: Mark;
  readonly resource: Resource;
  /** Returns the permit's places in the budgets, when the request certainly did nothing. */
  readonly giveBack: (isUncounted?: boolean) => Promise<void>;
}

type Outcome = DeleteOutcome | QuarantineOutcome;

/** The same for a request that the cloud accepted and has not finished. */
const ACCEPTED_MS = 15_000;

/** Success is counted per item, from the cloud's answer (law 10). */
export async function send(
  pass: DeletePass,
  session: Session,
  permitted: readonly Permitted[],
  step: Step,
): Promise<void> {
  let outcomes: ReadonlyMap<string, Outcome | undefined> = new Map();
  let lost = 'the answer did not name it';
  try {
    outcomes =
      step === 'deletion' ? await session.delete(resourcesOf(permitted)) : await quarantine(session, permitted);
  } catch (error) {
    lost = messageOf(error);
    // The gate stopped it, so it was certainly not sent; with several in one request some may have been sent.
    if (error instanceof PermitError && permitted.length === 1) return withhold(pass, permitted, lost);
  }
  const failures: unknown[] = [];
  for (const one of permitted) {
    const outcome = outcomes.get(one.mark.id);
    try {
      await settleOutcome(pass, session, one.mark, outcome, lost);
    } catch (error) {
      // The other answers are recorded even if this one fails.
      failures.push(error);
    }
    if (outcome && didNothing(outcome)) {
      await one.giveBack(requestOf(outcome) === 'unsent' || pass.patient.has(one.mark.id));
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Gives the permits of a request back that is not sent. The next holder of a lost lock reads the resources by id. */
export async function withhold(pass: DeletePass, permitted: readonly Permitted[], why: string): Promise<void> {
  for (const { mark, giveBack } of permitted) {
    try {
      await applyOne(pass, mark, dropIntent(mark), 'deferred', `not sent: ${why}`);
    } catch (error) {
      if (!(error instanceof LockLostError)) throw error;
    }
    await giveBack(true);
  }
}

/** A request without a certain answer may be carried out, so it keeps its places. */
function didNothing(outcome: Outcome): boolean {
  return outcome.kind === 'refused' || (outcome.kind === 'retry' && requestOf(outcome) !== 'open');
}

function requestOf(outcome: Outcome): 'open' | 'unsent' | undefined {
  return 'request' in outcome ? outcome.request : undefined;
}

function resourcesOf(permitted: readonly Permitted[]): readonly Resource[] {
  return permitted.map(({ resource }) => resource);
}

async function quarantine({ quarantine }: Session, permitted: readonly Permitted[]) {
  const outcomes = new Map<string, Outcome | undefined>();
  for (const { resource } of permitted) outcomes.set(resource.id, await quarantine?.begin(resource));
  return outcomes;
}

async function settleOutcome(
  pass: DeletePass,
  session: Session,
  mark: Mark,
  outcome: Outcome | undefined,
  lost: string,
): Promise<void> {
  const { counts } = pass;
  const now = pass.deps.clock.now();
  const { intent = { passId: pass.passId, at: now } } = mark;
  const record = (next: (stored: Mark) => Mark | undefined, event: AuditEvent, reason: string, found: Recorded = {}) =>
    recordAnswer(pass, mark, next, event, reason, found);
  switch (outcome?.kind) {
    case 'deleted': {
      const { requestId } = outcome;
      const { reason, ...found } = withRestorable(mark.reasons.join('; '), await restorableNow(session, mark.id));
      if (await record(() => undefined, 'deleted', reason, { requestId, ...found })) counts.deleted++;
      return;
    }
    case 'done': {
      const { requestId, made, says } = outcome;
      const at = pass.deps.watch.latest();
      const until = new Date(enterQuarantine(pass.wc, mark, at, made).projectedDeletionAt).toISOString();
      const enter = (stored: Mark) => enterQuarantine(pass.wc, stored, at, made);
      await record(enter, 'quarantined', `${says}; ${pass.wc.stops ? 'it stays so from' : 'deletion on'} ${until}`, {
        requestId,
      });
      counts.quarantined++;
      return;
    }
    case 'gone':
      await record(() => undefined, 'gone', 'the cloud says that it no longer exists');
      counts.gone++;
      return;
    case 'accepted': {
      const { requestId } = outcome;
      const wait = (stored: Mark) => awaitOutcome(stored, intent, now + ACCEPTED_MS, { at: now, requestId });
      pass.underWay.add(mark.id);
      await record(wait, 'accepted', 'in progress', { requestId });
      counts.accepted++;
      return;
    }
    case 'refused': {
      if (outcome.isInUse) return settleInUse(pass, mark, outcome.reason);
      const nextAttemptAt = ('at' in outcome && outcome.at) || now + retryDelayMs(mark.attempts + 2);
      await record((stored) => refuseMark(stored, outcome.reason, nextAttemptAt), 'refused', outcome.reason);
      counts.refused++;
      return;
    }
    case 'retry': {
      if (requestOf(outcome) === 'open') {
        const { reason, afterMs } = outcome;
        const lookAt = now + Math.max(afterMs, lookDelayMs(mark.attempts));
        return settleOpen(pass, mark, reason, (stored) => doubtOutcome(stored, intent, reason, lookAt));
      }
      const nextAttemptAt = now + Math.max(outcome.afterMs, retryDelayMs(mark.attempts));
      const waiting = requestOf(outcome) === 'unsent' ? deferMark : refuseMark;
      await record((stored) => waiting(stored, outcome.reason, nextAttemptAt), 'deferred', outcome.reason);
      countRetried(pass, outcome.reason);
      return;
    }
    case undefined:
      return settleOpen(pass, mark, lost, (stored) => awaitOutcome(stored, intent, now + LOST_ANSWER_MS));
  }
}

/** The intent stays until a read by id shows the result of the request. */
async function settleOpen(pass: DeletePass, mark: Mark, why: string, waiting: (stored: Mark) => Mark): Promise<void> {
  pass.underWay.add(mark.id);
  await recordAnswer(pass, mark, waiting, 'deferred', `outcome unknown, read by id later: ${why}`, { isUnknown: true });
  countRetried(pass, `outcome unknown: ${why}`);
}

/** The cloud contradicts complete evidence: something lingers. The history says once that it does so for too long. */
async function settleInUse(pass: DeletePass, mark: Mark, reason: string): Promise<void> {
  const now = pass.deps.clock.now();
  const { mark: next, is } = stillInUse(mark, reason, now);
  if (is === 'waiting') pass.patient.add(mark.id);
  if (is === 'ends') pass.counts.refused++;
  else countRetried(pass, reason);
  const event = is === 'ends' ? 'refused' : 'deferred';
  await recordAnswer(pass, mark, (stored) => stillInUse(stored, reason, now).mark, event, next.problem ?? reason);
}
