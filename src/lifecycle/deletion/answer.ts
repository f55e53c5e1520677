/**
 * What the cloud answered is on record whatever became of the mark meanwhile: a bounce may have taken its notice, a Redis
 * that fell back may have forgotten the permit, somebody else may hold the lock by now. None of that undoes the answer.
 */

import { LockLostError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import { applyEntry, auditOf, type DeletePass, type Found } from './deleteContext.ts';

/** How often a mark that somebody changes meanwhile is looked at again. */
const ATTEMPTS = 5;

/** What the audit entry says besides, and whether the answer was lost or never asked for. */
export interface Recorded extends Found {
  readonly isUnknown?: boolean;
}

/**
 * Stores what an answer makes of the mark as it is stored by now, and writes its audit entry once, also where there is no
 * such mark any more. Without the lock the revision alone guards the mark: the answer is true whoever holds the lock.
 * Where nobody knows what the cloud answered there is nothing to store without the lock: the next holder reads it by id.
 * @param asked the mark with its intent, as the permit wrote it
 * @param next what the answer makes of a mark; `undefined` removes it
 * @returns whether this is the first record of it; `false` when another worker recorded the deletion from a read by id
 * @throws LockLostError when the lock is not ours any more, after the answer, if there is one, was stored
 */
export async function recordAnswer(
  pass: DeletePass,
  asked: Mark,
  next: (stored: Mark) => Mark | undefined,
  event: AuditEvent,
  reason: string,
  { isUnknown = false, ...found }: Recorded = {},
): Promise<boolean> {
  const entry = auditOf(pass, asked, event, reason, found);
  let lost: LockLostError | undefined;
  let stored: Mark | undefined = asked;
  let isRecorded = false;
  for (let attempt = 0; attempt < ATTEMPTS && !isRecorded && stored && concerns(stored, asked, event); attempt++) {
    const transition = { id: asked.id, before: stored, after: next(stored), audit: entry };
    try {
      isRecorded = (await applyEntry(pass, transition, lost ? undefined : pass.lease)) !== 'conflict';
      if (!isRecorded) stored = await storedNow(pass, entry, asked);
    } catch (error) {
      if (isUnknown || !(error instanceof LockLostError)) throw error;
      lost = error;
    }
  }
  const isFirst = isRecorded || (await recordAlone(pass, entry));
  if (lost) throw lost;
  return isFirst;
}

/** Without a mark. A deletion that is on record already stays the only one; the answer is then said as what it was. */
async function recordAlone(pass: DeletePass, entry: AuditEntry): Promise<boolean> {
  const { deps, wc } = pass;
  const { namespace } = wc;
  const isKnown = (known: AuditEntry) => known.event === 'deleted' && known.generation === entry.generation;
  const isFirst = entry.event !== 'deleted' || !(await orSaid(pass, entry, historyOf(pass, entry))).some(isKnown);
  const reason = `late answer of the cloud: ${entry.reason}`;
  await deps.audit.record({ ...entry, namespace, ...(isFirst ? {} : { event: 'accepted', reason }) });
  return isFirst;
}

/** A deletion is over for every mark of this resource; anything else only for the intent that was answered. */
function concerns(stored: Mark, asked: Mark, event: AuditEvent): boolean {
  if (stored.generation !== asked.generation) return false;
  if (event === 'deleted' || event === 'gone' || stored.intent === undefined) return true;
  return stored.intent.passId === asked.intent?.passId && stored.intent.at === asked.intent.at;
}

function storedNow(pass: DeletePass, entry: AuditEntry, { id }: Mark): Promise<Mark | undefined> {
  return orSaid(pass, entry, pass.deps.marks.get(pass.wc.namespace, id));
}

function historyOf({ deps, wc }: DeletePass, { id = '' }: AuditEntry): Promise<readonly AuditEntry[]> {
  return deps.audit.history(wc.namespace, id);
}

/** A read that fails hides no answer: the log has it, as one of which nobody knows whether it was stored (law 10). */
async function orSaid<T>({ deps }: DeletePass, entry: AuditEntry, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    deps.audit.log({ ...entry, unconfirmed: true });
    throw error;
  }
}
