/** The requests of a batch that has its permits, and what the cloud answered to each of them. */
import { messageOf, PermitError } from '../core/errors.ts';
import { awaitOutcome, dropIntent, type Mark, refuseMark, retryDelayMs } from '../core/mark.ts';
import { enterQuarantine, type QuarantineOutcome, type Step } from '../core/quarantine.ts';
import type { DeleteOutcome, Resource } from '../core/resource.ts';
import type { Session } from '../handlers/handler.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';
import { restorableNow, withRestorable } from './restorable.ts';

/** A mark with its permit, and its resource as it was just read. */
export interface Permitted {
  readonly mark: Mark;
  readonly resource: Resource;
  /** Of the permit: gives its places back, when the request certainly did nothing. */
  readonly giveBack: () => Promise<void>;
}

type Outcome = DeleteOutcome | QuarantineOutcome;

/** How long to wait for the end of a request whose answer was lost, before it is asked for by id. */
const LOST_ANSWER_MS = 60_000;
/** The same for a request that was accepted and is being worked on. */
const ACCEPTED_MS = 15_000;

/** Success is counted per item, from the cloud's answer (law 10). */
export async function send(
  pass: DeletePass,
  session: Session,
  permitted: readonly Permitted[],
  step: Step,
): Promise<void> {
  let outcomes: ReadonlyMap<string, Outcome> = new Map();
  let lost = 'the answer left it out';
  try {
    outcomes =
      step === 'deletion' ? await session.delete(resourcesOf(permitted)) : await quarantine(session, permitted);
  } catch (error) {
    lost = messageOf(error);
    // The gate stopped it, so it has certainly not left; with several in one request some may have.
    const [only] = permitted;
    if (error instanceof PermitError && only && permitted.length === 1) {
      await applyOne(pass, only.mark, dropIntent(only.mark), 'held', `not sent: ${lost}`);
      await only.giveBack();
      return;
    }
  }
  for (const one of permitted) {
    const outcome = outcomes.get(one.mark.id);
    await settleOutcome(pass, session, one.mark, outcome, lost);
    // What nobody has an answer to may have been done.
    if (outcome?.kind === 'refused' || outcome?.kind === 'retry') await one.giveBack();
  }
}

function resourcesOf(permitted: readonly Permitted[]): readonly Resource[] {
  return permitted.map(({ resource }) => resource);
}

async function quarantine(session: Session, permitted: readonly Permitted[]): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const { resource } of permitted) {
    const outcome = await session.quarantine?.begin(resource);
    if (outcome) outcomes.set(resource.id, outcome);
  }
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
  switch (outcome?.kind) {
    case 'deleted':
      await settleDeleted(pass, session, mark, outcome.requestId);
      counts.deleted++;
      return;
    case 'done': {
      const after = enterQuarantine(pass.wc, mark, pass.deps.watch.latest(), outcome.made);
      const reason = `${outcome.says}; deletion on ${new Date(after.projectedDeletionAt).toISOString()}`;
      await applyOne(pass, mark, after, 'quarantined', reason, { requestId: outcome.requestId });
      counts.quarantined++;
      return;
    }
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
    case 'refused': {
      const held = refuseMark(mark, outcome.reason, now + retryDelayMs(mark.attempts + 2));
      await applyOne(pass, mark, held, 'refused', outcome.reason);
      counts.refused++;
      return;
    }
    case 'retry': {
      const waitMs = Math.max(outcome.afterMs, retryDelayMs(mark.attempts));
      await applyOne(pass, mark, refuseMark(mark, outcome.reason, now + waitMs), 'held', outcome.reason);
      counts.retried++;
      return;
    }
    case undefined: {
      const why = `outcome unknown, asked by id later: ${lost}`;
      await applyOne(pass, mark, awaitOutcome(mark, now + LOST_ANSWER_MS), 'held', why);
      counts.retried++;
    }
  }
}

async function settleDeleted(pass: DeletePass, session: Session, mark: Mark, requestId: string): Promise<void> {
  const { reason, ...found } = withRestorable(mark.reasons.join('; '), await restorableNow(session, mark.id));
  await applyOne(pass, mark, undefined, 'deleted', reason, { requestId, ...found });
}
