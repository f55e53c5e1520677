/**
 * The quarantine: a step before the deletion that puts a resource out of use and can be taken back. It is asked for when
 * retention is over, by the same permit as a deletion; the deletion follows when the quarantine is over, checked again.
 */

import { moveIntoWindow } from '../policy/window.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import type { Mark } from './mark.ts';
import { isExpedited } from './ownerResponse.ts';

/** On whatever we put there, with the instant as its value: without it nothing is ever taken out again. */
export const QUARANTINE_TAG = 'holystone:quarantine';

/** What became of the step. */
export type QuarantineOutcome =
  | { readonly kind: 'done'; readonly requestId: string; readonly says: string; readonly made?: string }
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'retry'; readonly afterMs: number; readonly reason: string };

/** Where a resource stands that was put there. Every `why` is half a sentence, for people. */
export type QuarantineStanding =
  | { readonly kind: 'held' }
  /** Not complete yet: it is not deleted before that. */
  | { readonly kind: 'pending'; readonly why: string }
  /** Somebody took it out: it is needed, and that counts as a use. */
  | { readonly kind: 'undone'; readonly why: string }
  /** The step came to nothing after all, and is taken again. */
  | { readonly kind: 'failed'; readonly why: string };

/** What is asked for: the deletion, or only the step before it. */
export type Step = 'deletion' | 'quarantine';

/** What a mark that is due needs next. @param isAsked a quarantine is configured, and the type has one */
export function nextStep({ quarantine }: Mark, isAsked: boolean): Step {
  return isAsked && quarantine === undefined ? 'quarantine' : 'deletion';
}

type Quarantining = Pick<WorkConfiguration, 'quarantineMs' | 'window' | 'notice'>;

/** When a quarantine that begins now is over, moved into the window. */
function endOfQuarantine({ quarantineMs = 0, window }: Omit<Quarantining, 'notice'>, now: number): number {
  return moveIntoWindow(window, now + quarantineMs);
}

/** The step is done. The date moves out to the end of the quarantine; the notice told of both, and the owner is reminded. */
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
  const { remindedBy: _remindedBy, ...told } = notice;
  // Of links whose end is not known, none is taken to work longer than the notice counts.
  const end = Math.min(validUntil, notice.linksUntil ?? notice.validUntil);
  return { ...told, validUntil: Math.max(notice.validUntil, end) };
}

/** The date of the deletion that its owner was told with the quarantine; 0 = none, or he ended retention early himself. */
function promisedEnd(mark: Mark): number {
  return isExpedited(mark) ? 0 : (mark.notice?.deletionAt ?? 0);
}

/**
 * It would be deleted without the quarantine that its owner was told of: not before the date that he was told, which is
 * the one that counts from now on. `undefined` where that has come, or nothing else was told.
 */
export function keepPromise(wc: Pick<Quarantining, 'notice'>, mark: Mark, now: number): Mark | undefined {
  const { notice } = mark;
  const end = promisedEnd(mark);
  if (!notice || mark.quarantine || end <= now) return undefined;
  const { deletionAt: _at, linksUntil: _links, ...told } = withoutReminder(notice, end + wc.notice.validForMs);
  const projectedDeletionAt = Math.max(mark.projectedDeletionAt, end);
  return { ...mark, notice: { ...told, shownAt: end }, projectedDeletionAt, revision: mark.revision + 1 };
}

/** The step came to nothing: it is taken again. The date stays. A part of a change that counts the revision. */
export function leaveQuarantine({ quarantine: _quarantine, ...rest }: Mark): Mark {
  return rest;
}

/** What its owner is told of it: that it is there since, or that it comes first, and until when. */
export interface QuarantinePhase {
  /** ms since the epoch; absent = it is still to come, on the date of the mark. */
  readonly since?: number;
  /** When it is deleted, at the earliest; ms since the epoch. */
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
