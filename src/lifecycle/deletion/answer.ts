/**
 * The cloud's answer is recorded even when the mark changed meanwhile: a bounce may have removed its notice, a Redis
 * that fell back may have lost the permit, another worker may own the lock. None of these makes the answer untrue.
 */

import { LockLostError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import { applyEntry, auditOf, type DeletePass, type Found } from './deleteContext.ts';

/** How often the write is tried again when another process changes the mark meanwhile. */
const ATTEMPTS = 5;

/** Additional fields of the audit entry, and whether the answer is unknown (lost or never requested). */
export interface Recorded extends Found {
  readonly isUnknown?: boolean;
}

/**
 * Applies an answer to the mark as it is stored now, and writes its audit entry once, even if that mark no longer
 * exists. Without the lock only the revision guards the mark: the answer is true whichever worker owns the lock. If the
 * answer is unknown, nothing is stored without the lock: the next lock owner reads the resource by id.
 * @param sent the mark with its intent, as the permit wrote it
 * @param next returns the mark after the answer; `undefined` removes it
 * @returns whether this is the first record of it; `false` when another worker recorded the deletion from a read by id
 * @throws LockLostError when this worker lost the lock; the answer, if there is one, is stored first
 */
export async function recordAnswer(
  pass: DeletePass,
  sent: Mark,
  next: (stored: Mark) => Mark | undefined,
  event: AuditEvent,
  reason: string,
  { isUnknown = false, ...found }: Recorded = {},
): Promise<boolean> {
  const entry = auditOf(pass, sent, event, reason, found);
  let lost: LockLostError | undefined;
  let stored: Mark | undefined = sent;
  let isRecorded = false;
  for (let attempt = 0; attempt < ATTEMPTS && !isRecorded && stored && concerns(stored, sent, event); attempt++) {
    const transition = { id: sent.id, before: stored, after: next(stored), audit: entry };
    try {
      const applied = await applyEntry(pass, transition, lost ? undefined : pass.lease);
      if (applied === 'conflict') stored = await storedNow(pass, entry, sent);
      else isRecorded = true;
    } catch (error) {
      if (isUnknown || !(error instanceof LockLostError)) throw error;
      lost = error;
    }
  }
  const isFirst = isRecorded || (await recordAlone(pass, sent, entry));
  if (lost) throw lost;
  return isFirst;
}

/** Records without a mark. A recorded deletion stays the only one; the answer is then recorded as `accepted`. */
async function recordAlone(pass: DeletePass, sent: Mark, entry: AuditEntry): Promise<boolean> {
  const { deps, wc } = pass;
  const { namespace } = wc;
  const isKnown = (known: AuditEntry) => known.event === 'deleted' && known.generation === entry.generation;
  const isFirst =
    entry.event !== 'deleted' || !(await orSaid(pass, entry, deps.audit.history(namespace, sent.id))).some(isKnown);
  const reason = `late answer of the cloud: ${entry.reason}`;
  await deps.audit.record({ ...entry, namespace, ...(isFirst ? {} : { event: 'accepted', reason }) });
  return isFirst;
}

/** A deletion ends every mark of this generation; any other answer concerns only the intent that it belongs to. */
function concerns(stored: Mark, sent: Mark, event: AuditEvent): boolean {
  if (stored.generation !== sent.generation) return false;
  if (event === 'deleted' || event === 'gone' || stored.intent === undefined) return true;
  return stored.intent.passId === sent.intent?.passId && stored.intent.at === sent.intent.at;
}

function storedNow(pass: DeletePass, entry: AuditEntry, { id }: Mark): Promise<Mark | undefined> {
  return orSaid(pass, entry, pass.deps.marks.get(pass.wc.namespace, id));
}

/** If a read fails, the answer is not lost: the log has it, flagged as not confirmed to be stored (law 10). */
async function orSaid<T>({ deps }: DeletePass, entry: AuditEntry, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    deps.audit.log({ ...entry, unconfirmed: true });
    throw error;
  }
}
