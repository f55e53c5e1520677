/**
 * The mark of a candidate, and how it may change (docs/architecture.md, "The mark"):
 *
 *             notice accepted        permit                cloud says so
 *  marked ───────────────► noticed ─────────► deleting ─────────────► (removed: deleted | gone)
 *    ▲  └── keep, opt-out, identity changed ──► (removed)  │
 *    └──────────── refused | retry | wait  ◄───────────────┘
 *
 * Its dates, in the order in which they pass; all are instants in ms since the epoch:
 *
 *  markedAt          notice.acceptedAt     projectedDeletionAt        quarantine.until      notice.validUntil
 *  ●─────────────────●────── retention ────●──────── quarantine ──────●─────────────────────●────►
 *  the owner waits   a transport accepts   the mark is due: a permit, the mark is due       the notice
 *  for a message     the message           then the quarantine or     again: the deletion   counts no longer
 *                                          the deletion
 *
 * - `projectedDeletionAt`: the only date that a permit compares with the time. The other dates move it out; only the
 *   owner's wish moves it in ({@link expediteMark}).
 * - `notice.shownAt`: the date in the message. It allows for the time that the delivery takes (core/mark/retention.ts).
 * - `dueAt`: the later of `shownAt` and `acceptedAt` + retention. It becomes `projectedDeletionAt`.
 * - `notice.deletionAt`: where a quarantine comes first, the date of the deletion in the same message.
 *   `quarantine.until` is not before it unless the owner asked for an earlier deletion. When the quarantine begins,
 *   `quarantine.until` becomes `projectedDeletionAt`.
 * - `notice.validUntil`: `dueAt` + `notice.validFor`, or the end of the links in the message if that is sooner. A
 *   quarantine moves it out with the deletion, but never beyond the end of the links.
 * - `inUse`: the cloud refuses because something uses the resource; core/mark/patience.ts draws these dates.
 * Everything here is pure: it makes the next value; a store applies it only if generation and revision still match.
 */

import type { Waited } from '../evaluation/holders.ts';
import { type Nomination, type ResourceSummary, summaryOf, whyOf } from '../evaluation/nomination.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { InUse } from './inUse.ts';
import { isUntold } from './untold.ts';

export const MARK_STATES = ['marked', 'noticed', 'deleting'] as const;
/** Stored in the mark. A mark that ends is removed, so no state says "deleted" or "kept". */
export type MarkState = (typeof MARK_STATES)[number];

/** A notice that a transport accepted for this very mark. Instants in ms since the epoch. */
export interface Notice {
  /** RFC 5322 Message-ID with its angle brackets. */
  readonly messageId: string;
  readonly recipient: string;
  readonly acceptedAt: number;
  /** The deletion date that the message showed. */
  readonly shownAt: number;
  /** Counts only for the mark of this generation. */
  readonly generation: string;
  /** Exclusive: from this instant the notice is no longer valid. */
  readonly validUntil: number;
  /** Message-ID of the reminder. */
  readonly remindedBy?: string;
  /** Where a quarantine comes first: the date of the deletion in the message, which is later than `shownAt`. */
  readonly deletionAt?: number;
  /** Only with `deletionAt`: when the links of the message end. A quarantine never lets the notice count for longer. */
  readonly linksUntil?: number;
}

/** The intent to delete, written together with the permit. */
export interface Intent {
  readonly passId: string;
  readonly at: number;
  /** When the cloud accepted the request and began to work; a read by id shows when the resource is gone. */
  readonly acceptedAt?: number;
  /** Request id of the cloud's answer that accepted the request. */
  readonly requestId?: string;
  /** The instance with the permit sends nothing more for it; absent = not known. */
  readonly isOver?: true;
  /** Only the step before the deletion; absent = the deletion itself. */
  readonly to?: 'quarantine';
}

/** The step before the deletion is done: the resource is out of use, and can return at once. Instants in ms (epoch). */
export interface Quarantine {
  readonly at: number;
  /** No deletion before this instant. */
  readonly until: number;
  /** Id of the resource that the step created, such as the snapshot of a volume. */
  readonly made?: string;
}

/** The stored record of a candidate; its states and dates are drawn at the top of this file. */
export interface Mark extends Pick<Nomination, 'reasons' | 'because'> {
  readonly namespace: Namespace;
  readonly id: string;
  readonly identity: string;
  /** New with every mark: a notice or an approval for an earlier mark is not valid for this one. */
  readonly generation: string;
  /** Counts up with every change of this mark; compare-and-set. */
  readonly revision: number;
  readonly state: MarkState;
  readonly resource: ResourceSummary;
  /** The entry that judged it; see `Verdict.entry`. Under another one, nothing about this mark counts. */
  readonly entry?: string;
  /** The address that receives the notice; absent = no notice can be sent. */
  readonly owner?: string;
  readonly ownerVia: string;
  /** Stored without a keyed checksum: no notice and no deletion until a mark pass makes a new mark. */
  readonly unproven?: true;
  /** It has no owner; the notice goes to the fallback, and retention is longer. */
  readonly unowned?: boolean;
  /** Addresses that answered "not mine" to this mark; not empty. */
  readonly disclaimedBy?: readonly string[];
  readonly markedAt: number;
  /** ms since the epoch; the score in the schedule. */
  readonly projectedDeletionAt: number;
  /** No attempt before this instant; absent = now. */
  readonly nextAttemptAt?: number;
  /** Attempts to delete so far. */
  readonly attempts: number;
  /** How often the cloud refused a request or asked to wait: marks without refusals go first. Absent = never. */
  readonly refusals?: number;
  /** The cloud called it in use when Holystone asked for its deletion; absent = never. */
  readonly inUse?: InUse;
  /** Why the last attempt failed, for people. */
  readonly problem?: string;
  readonly notice?: Notice;
  readonly intent?: Intent;
  readonly quarantine?: Quarantine;
  /** The users that must be deleted first. Empty = it was held, and they are gone; absent = it was never held. */
  readonly waitsFor?: readonly Waited[];
}

/** A new mark; revision 1. */
export function newMark(nomination: Nomination, generation: string, now: number): Mark {
  const { namespace, resource, waitsFor = [] } = nomination;
  const projectedDeletionAt = Math.max(nomination.projectedDeletionAt, nomination.notBefore ?? 0);
  return {
    namespace,
    id: resource.id,
    identity: resource.identity,
    generation,
    revision: 1,
    state: 'marked',
    resource: summaryOf(nomination),
    ...whyOf(nomination),
    ...(nomination.entry === undefined ? {} : { entry: nomination.entry }),
    ...ownerOf(nomination),
    markedAt: Math.min(nomination.markedAt ?? now, now),
    projectedDeletionAt,
    attempts: 0,
    ...(waitsFor.length === 0 ? {} : { waitsFor }),
  };
}

/**
 * A survey sees the same candidate again: it refreshes reasons, name and owner, but not the date (L33).
 * A different owner has no notice yet, and no owner has one of what goes with it and was not named: the notice is removed,
 * and the date is not earlier than for a new mark. An uncertain owner does not replace a known one.
 * @returns `undefined` when nothing changed
 */
export function refreshMark(mark: Mark, nominated: Nomination): Mark | undefined {
  const nomination = nominated.ownerUnsure && mark.owner !== undefined ? withOwnerOf(mark, nominated) : nominated;
  // It remembers that it was held: the use by its holders ended with their deletion, and its owner knows of it.
  const waits = (mark.waitsFor ?? nomination.waitsFor) ? { waitsFor: nomination.waitsFor ?? [] } : {};
  const fresh = { resource: summaryOf(nomination), ...whyOf(nomination), ...ownerOf(nomination), ...waits };
  const same =
    mark.owner === nomination.owner &&
    mark.ownerVia === nomination.ownerVia &&
    JSON.stringify([mark.resource, mark.reasons, mark.because, mark.waitsFor]) ===
      JSON.stringify([fresh.resource, fresh.reasons, fresh.because, waits.waitsFor]);
  if (mark.state === 'deleting') return undefined;
  if (same) return notDeletedBefore(mark, nomination.notBefore ?? 0);
  const { owner: _owner, unowned: _unowned, because: _because, ...rest } = mark;
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, nomination.notBefore ?? 0);
  const next: Mark = { ...rest, ...fresh, projectedDeletionAt, revision: mark.revision + 1 };
  return isNotified(mark, nomination) ? next : withoutNotice(next, nomination.projectedDeletionAt);
}

/** Was a notice of it, if there was one, for its present owner, and did it name all that goes with it now? */
export function isNotified({ owner, notice, resource }: Mark, nomination: Nomination): boolean {
  const isLess = notice !== undefined && isUntold(resource.note, nomination.resource.note);
  return owner === nomination.owner && !isLess;
}

function withOwnerOf({ owner, ownerVia, unowned }: Mark, nomination: Nomination): Nomination {
  const { owner: _owner, unowned: _unowned, ...rest } = nomination;
  return { ...rest, ownerVia, ...(owner === undefined ? {} : { owner }), ...(unowned ? { unowned } : {}) };
}

/** Back to `marked`, without a valid notice and its recipient's wish; the date moves out, never before a shown one. */
export function withoutNotice(mark: Mark, notBefore: number): Mark {
  const { notice, ...rest } = mark;
  const promised = Math.max(notice?.shownAt ?? 0, notice?.deletionAt ?? 0, mark.quarantine?.until ?? 0);
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, notBefore, promised);
  return { ...rest, state: 'marked', projectedDeletionAt };
}

/** A transport accepted the message that showed this mark. `dueAt` moves the date out, never in. */
export function recordNotice(mark: Mark, notice: Notice, dueAt: number): Mark {
  const { nextAttemptAt: _nextAttemptAt, problem: _problem, ...rest } = mark;
  return {
    ...rest,
    state: 'noticed',
    notice,
    projectedDeletionAt: Math.max(mark.projectedDeletionAt, dueAt),
    revision: mark.revision + 1,
  };
}

/** A message may have shown `date`: no deletion before it. `undefined` when the mark needs no change. */
export function notDeletedBefore(mark: Mark, date: number): Mark | undefined {
  if (mark.state === 'deleting' || mark.projectedDeletionAt >= date) return undefined;
  return { ...mark, projectedDeletionAt: date, revision: mark.revision + 1 };
}

/** Moves the date in, to `target` but not before `notBefore`. `undefined` when the date is not later than that. */
export function expediteMark(mark: Mark, target: number, notBefore: number): Mark | undefined {
  const projectedDeletionAt = Math.max(target, notBefore);
  if (mark.state === 'deleting' || projectedDeletionAt >= mark.projectedDeletionAt) return undefined;
  return { ...mark, projectedDeletionAt, revision: mark.revision + 1 };
}

/** The notice is no longer valid (too old, other owner): it needs a new one; the date is not before a new mark's. */
export function expireNotice(mark: Mark, notBefore: number): Mark {
  return { ...withoutNotice(mark, notBefore), revision: mark.revision + 1 };
}

/** The message bounced: its owner has no notice. A deletion that has begun continues; if it fails, the mark waits. */
export function withdrawNotice(mark: Mark, notBefore: number): Mark {
  const next = expireNotice(mark, notBefore);
  return mark.state === 'deleting' ? { ...next, state: 'deleting' } : next;
}

/** Does the mark have a valid notice? (Law 3.) */
export function hasValidNotice(mark: Mark, now: number): boolean {
  const { notice } = mark;
  return (
    notice !== undefined &&
    notice.generation === mark.generation &&
    notice.recipient === mark.owner &&
    now < notice.validUntil
  );
}

function ownerOf({ owner, ownerVia, unowned }: Nomination): Pick<Mark, 'owner' | 'ownerVia' | 'unowned'> {
  return { ...(owner === undefined ? {} : { owner }), ownerVia, ...(unowned ? { unowned } : {}) };
}
