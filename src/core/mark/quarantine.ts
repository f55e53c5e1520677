/**
 * The quarantine: a step before the deletion that puts a resource out of use and can be undone. It begins after
 * retention and needs the same permit as a deletion. The deletion follows after the quarantine and a re-check.
 */

import { moveIntoWindow } from '../policy/window.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import type { Mark } from './mark.ts';
import { isExpedited } from './ownerResponse.ts';

/** Each resource in quarantine has this tag, its value is the instant. Whoever removes it ends the quarantine. */
export const QUARANTINE_TAG = 'holystone:quarantine';

/** The result of the step. */
export type QuarantineOutcome =
  | { readonly kind: 'done'; readonly requestId: string; readonly says: string; readonly made?: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string; readonly isInUse?: true }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: string };

/** The state of a resource in quarantine. Every `why` is half a sentence, for people. */
export type QuarantineStanding =
  | { readonly kind: 'inEffect' }
  /** The step is not complete yet: no deletion before that. */
  | { readonly kind: 'pending'; readonly why: string }
  /** A user of the cloud took it out: it is needed, and that counts as a use. */
  | { readonly kind: 'undone'; readonly why: string }
  /** The cloud took it out, as it proves: no use, and the mark ends nevertheless. */
  | { readonly kind: 'ended'; readonly why: string }
  /** The step failed after all, and is repeated. */
  | { readonly kind: 'failed'; readonly why: string };

/** The deletion, or only the step before it. */
export type Step = 'deletion' | 'quarantine';

/** The next step of a due mark. @param isAsked a quarantine is configured, and the type supports it */
export function nextStep({ quarantine }: Mark, isAsked: boolean): Step {
  return isAsked && quarantine === undefined ? 'quarantine' : 'deletion';
}

type Quarantining = Pick<WorkConfiguration, 'quarantineMs' | 'window' | 'notice'>;

/** The end of a quarantine that begins now, moved into the window. */
function endOfQuarantine({ quarantineMs = 0, window }: Omit<Quarantining, 'notice'>, now: number): number {
  return moveIntoWindow(window, now + quarantineMs);
}

/** The step is done: the date moves out to the end of the quarantine. The notice showed both; a reminder follows. */
export function enterQuarantine(wc: Quarantining, mark: Mark, now: number, made?: string): Mark {
  const {
    intent: _intent,
    nextAttemptAt: _nextAttemptAt,
    problem: _problem,
    refusals: _refusals,
    notice,
    ...rest
  } = mark;
  const until = Math.max(mark.projectedDeletionAt, endOfQuarantine(wc, now), promisedEnd(mark));
  return {
    ...rest,
    state: notice ? 'noticed' : 'marked',
    ...(notice ? { notice: withoutReminder(notice, until + wc.notice.validForMs) } : {}),
    quarantine: { at: now, until, ...(made === undefined ? {} : { made }) },
    projectedDeletionAt: until,
    attempts: 0,
    revision: mark.revision + 1,
  };
}

function withoutReminder(notice: NonNullable<Mark['notice']>, validUntil: number): NonNullable<Mark['notice']> {
  const { remindedBy: _remindedBy, ...kept } = notice;
  // If the end of the links is not known, they are assumed to end with the validity of the notice.
  const end = Math.min(validUntil, notice.linksUntil ?? notice.validUntil);
  return { ...kept, validUntil: Math.max(notice.validUntil, end) };
}

/** The date of the deletion in the notice of a quarantine; 0 = none, or the owner ended retention early. */
function promisedEnd(mark: Mark): number {
  return isExpedited(mark) ? 0 : (mark.notice?.deletionAt ?? 0);
}

/**
 * The deletion comes without the quarantine that the notice announced: not before the notice's date of the deletion,
 * which replaces `shownAt` from now on. `undefined` where that date has passed, or the notice has no such date.
 */
export function keepPromise(wc: Pick<Quarantining, 'notice'>, mark: Mark, now: number): Mark | undefined {
  const { notice } = mark;
  const end = promisedEnd(mark);
  if (!notice || mark.quarantine || end <= now) return undefined;
  const { deletionAt: _at, linksUntil: _links, ...kept } = withoutReminder(notice, end + wc.notice.validForMs);
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, end);
  return { ...mark, notice: { ...kept, shownAt: end }, projectedDeletionAt, revision: mark.revision + 1 };
}

/** The step failed: it is repeated. The date stays. The caller's change counts the revision up. */
export function leaveQuarantine({ quarantine: _quarantine, ...rest }: Mark): Mark {
  return rest;
}

/** It is kept now; the mark stays for a while. */
export function releaseFromQuarantine(mark: Mark): Mark {
  return { ...leaveQuarantine(mark), revision: mark.revision + 1 };
}

/** The quarantine in a message to the owner: since when, or that it comes first, and until when. */
export interface QuarantinePhase {
  /** ms since the epoch; absent = it begins on the date of the mark. */
  readonly since?: number;
  /** The earliest instant of the deletion; ms since the epoch. */
  readonly deletionAt: number;
}

/** `undefined` where there is no quarantine. @param date on which the mark is due */
export function phaseOf(wc: Quarantining, mark: Mark, date: number): QuarantinePhase | undefined {
  if (mark.quarantine) return { since: mark.quarantine.at, deletionAt: date };
  if (wc.quarantineMs === undefined) return undefined;
  return { deletionAt: Math.max(endOfQuarantine(wc, date), mark.notice?.deletionAt ?? 0) };
}

/** The same for another date of the step, or of the deletion. */
export function movedPhase(wc: Quarantining | undefined, phase: QuarantinePhase, date: number): QuarantinePhase {
  const end = phase.since === undefined && wc ? endOfQuarantine(wc, date) : date;
  return { ...phase, deletionAt: Math.max(phase.deletionAt, end) };
}
