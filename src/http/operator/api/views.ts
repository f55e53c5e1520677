/** The views of the API: instants as ISO strings, without fields that only the store needs. */

import type { Mark } from '../../../core/mark/mark.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { PassRecord } from '../../../core/policy/pass.ts';
import type { StageRow } from '../../../core/policy/stageRows.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { MarkCosts } from '../../app/costs.ts';

/** Instants as ISO 8601 in UTC; a field without a value is left out of the JSON. */
export function markView(mark: Mark, costs: MarkCosts) {
  return {
    namespace: mark.namespace,
    id: mark.id,
    identity: mark.identity,
    name: mark.resource.name,
    group: mark.resource.group,
    state: mark.state,
    reasons: mark.reasons,
    /** The entry of `cleanup` that judged it, by its `match`; absent: one without. */
    entry: mark.entry,
    /** The users that are deleted first; absent or empty: none. */
    waitsFor: mark.waitsFor?.map(({ type, id, by }) => ({ type, id, by })),
    owner: mark.owner,
    ownerVia: mark.ownerVia,
    unowned: mark.unowned ?? false,
    disclaimedBy: mark.disclaimedBy,
    createdAt: isoOf(mark.resource.createdAt),
    sizeBytes: mark.resource.sizeBytes,
    /** At list price; 0 = no cost of its own; absent = unknown. */
    monthlyCost: costs.of(mark),
    markedAt: isoOf(mark.markedAt),
    projectedDeletionAt: isoOf(mark.projectedDeletionAt),
    nextAttemptAt: isoOf(mark.nextAttemptAt),
    attempts: mark.attempts,
    problem: mark.problem,
    generation: mark.generation,
    notice: mark.notice && {
      messageId: mark.notice.messageId,
      recipient: mark.notice.recipient,
      acceptedAt: isoOf(mark.notice.acceptedAt),
      shownAt: isoOf(mark.notice.shownAt),
      validUntil: isoOf(mark.notice.validUntil),
    },
    quarantine: mark.quarantine && {
      at: isoOf(mark.quarantine.at),
      until: isoOf(mark.quarantine.until),
      made: mark.quarantine.made,
    },
    intent: mark.intent && { ...mark.intent, at: isoOf(mark.intent.at) },
  };
}

/** `until` is an instant as ISO 8601, or `forever`. */
export function optOutView(optOut: OptOut) {
  return { ...optOut, until: optOut.until === 'forever' ? 'forever' : isoOf(optOut.until), at: isoOf(optOut.at) };
}

/** Instants as ISO 8601 in UTC; `lastAt` only where an entry stands for repetitions. */
export function auditView(entry: AuditEntry) {
  return { ...entry, at: isoOf(entry.at), lastAt: isoOf(entry.lastAt), restorableUntil: isoOf(entry.restorableUntil) };
}

/** Without the record's internal fields, such as its place and its baseline. */
export function passView(record: PassRecord) {
  const { passId, outcome, startedAt, endedAt, nextDueAt, counts, problem, blocked, failures, lookedFor } = record;
  const notFound = lookedFor?.flatMap(({ what, isFound, mayBeElsewhere = false }) =>
    isFound === false ? [{ what, mayBeElsewhere }] : [],
  );
  const times = { startedAt: isoOf(startedAt), endedAt: isoOf(endedAt), nextDueAt: isoOf(nextDueAt) };
  return { passId, outcome, ...times, counts, problem, blocked, failures, notFound };
}

/** `deletesPausedUntil` as ISO 8601 in UTC; absent where the canary pauses nothing. */
export function stageView({ canary, ...row }: StageRow) {
  return { ...row, canary: canary && { ...canary, deletesPausedUntil: isoOf(canary.deletesPausedUntil) } };
}

/** @param at ms since the epoch; `undefined` stays `undefined` */
export function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}
