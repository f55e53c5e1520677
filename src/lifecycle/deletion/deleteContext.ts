import { defined } from '../../core/common/defined.ts';
import { messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Applied, Fence, Lease, Transition } from '../../core/ports/ports.ts';
import type { AuditEntry, AuditEvent } from '../../core/resource/audit.ts';
import type { DeleteDeps } from '../pass/deps.ts';
import type { PassContext } from '../pass/record.ts';

/** The counts of one delete pass, by outcome of a resource; stored with the pass, and metrics under these names. */
export type DeleteCounts = Record<
  | 'due'
  | 'unnoticed'
  | 'deleted'
  | 'accepted'
  | 'quarantined'
  | 'gone'
  | 'unmarked'
  | 'unknown'
  | 'refused'
  | 'retried'
  | 'denied'
  | 'conflicts',
  number
> & {
  /** Held resources whose users still exist; absent = none. */
  waiting?: number;
  /** Resources that the cloud calls in use, and that are asked for again soon; absent = none. */
  inUse?: number;
};

/** `waiting` and `inUse` stay absent until there is such a resource. */
export function newCounts(): DeleteCounts {
  return {
    due: 0,
    unnoticed: 0,
    deleted: 0,
    accepted: 0,
    quarantined: 0,
    gone: 0,
    unmarked: 0,
    unknown: 0,
    refused: 0,
    retried: 0,
    denied: 0,
    conflicts: 0,
  };
}

/** A delete pass under way. */
export interface DeletePass extends PassContext {
  readonly deps: DeleteDeps;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly counts: DeleteCounts;
  /** Why a resource is tried again, each reason with the number of resources. */
  readonly retriedFor: Map<string, number>;
  /** Why verdicts were unknown, each reason once. */
  readonly problems: Set<string>;
  /** id → hash of the evidence of its verdict; see `evidenceHash`. */
  readonly evidence: Map<string, string>;
  /** Ids whose request has not ended yet: it was accepted, or its answer was lost. */
  readonly underWay: Set<string>;
  /** Ids of resources that the cloud calls in use, and that are asked for again soon. */
  readonly patient: Set<string>;
  /** Ids whose deletion an earlier pass requested and this pass found done: that pass's pace had their place. */
  readonly finished: Set<string>;
}

/** Counts a resource that a later pass tries again, for this reason. */
export function countRetried({ counts, retriedFor }: Pick<DeletePass, 'counts' | 'retriedFor'>, why: string): void {
  counts.retried++;
  retriedFor.set(why, (retriedFor.get(why) ?? 0) + 1);
}

/**
 * Why no deletion may begin: the service is out, the kill switch is on, configurations differ, the store is untrusted,
 * or the control state cannot be read. `undefined` = go on.
 */
export async function deleteBlocker({ deps, wc }: DeletePass): Promise<string | undefined> {
  try {
    return (await deps.fleet.deleteBlocker(wc)) ?? (await deps.watch.deleteBlocker(wc.namespace))?.why;
  } catch (error) {
    return `the control state cannot be read, so Holystone deletes nothing: ${messageOf(error)}`;
  }
}

/** How long to wait before the next check of a setting that an operator may change at any time. */
const OPERATOR_MS = 15 * 60_000;

/** The result of a pass that is slowed until a date, or until an operator lifts the limit. */
export function pacedBy({ deps }: DeletePass, { why, until }: { readonly why: string; readonly until?: number }) {
  const soon = deps.clock.now() + OPERATOR_MS;
  return { outcome: 'paced', problem: why, nextDueAt: Math.min(until ?? soon, soon) } as const;
}

/** Of a type that is only stopped: what these events mean there. */
const STOPPED: Partial<Readonly<Record<AuditEvent, string>>> = {
  accepted: 'it is only stopped',
  deleted: 'it was stopped, and stays',
  gone: 'it was stopped by another, or is gone',
  refused: 'it is not stopped',
};

/** Optional fields of an audit entry. */
export type Found = Pick<AuditEntry, 'requestId' | 'restorableUntil'>;

/**
 * The entry names the pass, the generation of the mark, and the evidence of the last evaluation in this pass if there
 * was one.
 */
export function auditOf(
  pass: DeletePass,
  { id, generation }: Mark,
  event: AuditEvent,
  reason: string,
  found: Found = {},
): AuditEntry {
  const { deps, wc, passId } = pass;
  return {
    at: deps.clock.now(),
    namespace: wc.namespace,
    id,
    event,
    actor: 'holystone',
    reason: wc.stops && STOPPED[event] ? `${STOPPED[event]}: ${reason}` : reason,
    passId,
    generation,
    ...defined({ evidence: pass.evidence.get(id) }),
    ...found,
  };
}

/** One stored transition of a delete pass, fenced by the lock; it counts a conflict. */
export async function applyOne(
  pass: DeletePass,
  before: Mark,
  after: Mark | undefined,
  event: AuditEvent,
  reason: string,
  found: Found = {},
): Promise<Applied> {
  const audit = auditOf(pass, before, event, reason, found);
  const answer = await applyEntry(pass, { id: before.id, before, after, audit }, pass.lease);
  if (answer === 'conflict') pass.counts.conflicts++;
  return answer;
}

/**
 * One stored transition. If an opt-out came during the deletion, the mark is removed instead of stored again (L65).
 * @param fence absent = only the revision guards it
 */
export async function applyEntry(pass: DeletePass, transition: Transition, fence: Fence | undefined): Promise<Applied> {
  const { deps, wc } = pass;
  const [answer = 'conflict'] = await deps.marks.apply(wc.namespace, [transition], fence);
  if (answer === 'optedOut') await dropKept(pass, transition, fence);
  return answer;
}

async function dropKept(
  { deps, wc, counts }: DeletePass,
  { id, before, audit }: Transition,
  fence: Fence | undefined,
): Promise<void> {
  const reason = `opted out during its deletion; ${audit.event}: ${audit.reason}`;
  const dropped: Transition = { id, before, after: undefined, audit: { ...audit, event: 'unmarked', reason } };
  const [answer] = await deps.marks.apply(wc.namespace, [dropped], fence);
  if (answer === 'applied') counts.unmarked++;
}
