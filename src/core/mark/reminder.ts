/** The reminder before a deletion: a second message, not a notice; it moves no date (docs/behaviour/people.md, P4). */

import { moveIntoWindow } from '../policy/window.ts';
import type { NoticeSettings, WorkConfiguration } from '../policy/workConfiguration.ts';
import { hasValidNotice, type Mark } from './mark.ts';
import { isInUseUnreported } from './patience.ts';

/**
 * Is a reminder due now? Once per notice, and only if the notice was accepted before the time of the reminder: no owner
 * gets two messages in a row. If a quarantine began after the notice, the reminder is due at once; also, once more, when
 * the cloud has called the resource in use for too long.
 */
export function isReminderDue(mark: Mark, { remindBeforeMs }: NoticeSettings, now: number): boolean {
  const { notice, projectedDeletionAt, state, quarantine } = mark;
  if (isInUseUnreported(mark)) return state === 'noticed' && hasValidNotice(mark, now);
  if (notice === undefined || notice.remindedBy !== undefined) return false;
  const isNews = quarantine !== undefined && notice.acceptedAt < quarantine.at;
  // Without `remindBefore` that is the date itself, when none is due.
  const from = isNews ? quarantine.at : projectedDeletionAt - (remindBeforeMs ?? 0);
  return (
    state === 'noticed' &&
    hasValidNotice(mark, now) &&
    notice.acceptedAt < from &&
    from <= now &&
    now < projectedDeletionAt
  );
}

/** The date in a reminder: that of the deletion, or of the next attempt at it where the cloud calls the resource in use. */
export function reminderDate({ window }: Pick<WorkConfiguration, 'window'>, mark: Mark): number {
  const { projectedDeletionAt, nextAttemptAt = 0 } = mark;
  if (!isInUseUnreported(mark)) return projectedDeletionAt;
  return moveIntoWindow(window, Math.max(projectedDeletionAt, nextAttemptAt));
}

/**
 * When the owner gets the next message about the mark: the reminder, or a new notice when the notice is too old; ms
 * since the epoch. Later than `now`; `undefined` = there is no valid notice, or the reminder is due now.
 */
export function nextMessageAt(mark: Mark, settings: NoticeSettings, now: number): number | undefined {
  const { notice, projectedDeletionAt } = mark;
  if (notice === undefined || !hasValidNotice(mark, now) || isReminderDue(mark, settings, now)) return undefined;
  const remindAt = projectedDeletionAt - (settings.remindBeforeMs ?? Number.POSITIVE_INFINITY);
  return notice.remindedBy === undefined && remindAt > now ? Math.min(remindAt, notice.validUntil) : notice.validUntil;
}

/**
 * A transport accepted the reminder. `undefined` when the mark's notice is no longer valid.
 * @param deletionAt the date in the reminder, where a quarantine comes first
 */
export function recordReminder(mark: Mark, messageId: string, now: number, deletionAt?: number): Mark | undefined {
  const { notice } = mark;
  if (notice === undefined || !hasValidNotice(mark, now)) return undefined;
  const promised = deletionAt === undefined ? {} : { deletionAt: Math.max(notice.deletionAt ?? 0, deletionAt) };
  return { ...mark, notice: { ...notice, ...promised, remindedBy: messageId }, revision: mark.revision + 1 };
}

/**
 * A message that is no reminder of its own shows the date of the deletion after a quarantine: no earlier deletion.
 * `undefined` when the notice has that date, or a later one.
 */
export function promiseDeletionAt(mark: Mark, deletionAt: number): Mark | undefined {
  const { notice } = mark;
  if (notice === undefined || deletionAt <= (notice.deletionAt ?? 0)) return undefined;
  return { ...mark, notice: { ...notice, deletionAt }, revision: mark.revision + 1 };
}

/** The message that the owner of a mark needs now, if any. */
export function messageDue(mark: Mark, settings: NoticeSettings, now: number): 'notice' | 'reminder' | undefined {
  if (mark.state === 'deleting' || mark.unproven) return undefined;
  if (!hasValidNotice(mark, now)) return 'notice';
  return isReminderDue(mark, settings, now) ? 'reminder' : undefined;
}
