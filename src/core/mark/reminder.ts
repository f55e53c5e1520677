/** The reminder before a deletion: another message, no notice; it moves no date (docs/behaviour/people.md, P4). */

import type { NoticeSettings } from '../policy/workConfiguration.ts';
import { hasValidNotice, type Mark } from './mark.ts';

/**
 * Is the owner to be reminded now? Once per notice, and only where the notice came earlier than the reminder is wanted:
 * nobody is told twice in a row. What was put into quarantine since then is told of at once.
 */
export function isReminderDue(mark: Mark, { remindBeforeMs }: NoticeSettings, now: number): boolean {
  const { notice, projectedDeletionAt, state, quarantine } = mark;
  if (notice === undefined || notice.remindedBy !== undefined) return false;
  const isNews = quarantine !== undefined && notice.acceptedAt < quarantine.at;
  if (!isNews && remindBeforeMs === undefined) return false;
  const from = isNews ? quarantine.at : projectedDeletionAt - (remindBeforeMs ?? 0);
  return (
    state === 'noticed' &&
    hasValidNotice(mark, now) &&
    notice.acceptedAt < from &&
    from <= now &&
    now < projectedDeletionAt
  );
}

/**
 * When its owner is to be told anew of what he was told: at his reminder, or once the notice is too old; ms since the
 * epoch. Later than `now`; `undefined` = nobody was validly told of it, or he is to be reminded now.
 */
export function toldUntil(mark: Mark, settings: NoticeSettings, now: number): number | undefined {
  const { notice, projectedDeletionAt } = mark;
  if (notice === undefined || !hasValidNotice(mark, now) || isReminderDue(mark, settings, now)) return undefined;
  const remindAt = projectedDeletionAt - (settings.remindBeforeMs ?? Number.POSITIVE_INFINITY);
  return notice.remindedBy === undefined && remindAt > now ? Math.min(remindAt, notice.validUntil) : notice.validUntil;
}

/**
 * A transport accepted the message that reminded of the mark. `undefined` when its notice does not count any more.
 * @param deletionAt what it said, where a quarantine comes first
 */
export function recordReminder(mark: Mark, messageId: string, now: number, deletionAt?: number): Mark | undefined {
  const { notice } = mark;
  if (notice === undefined || !hasValidNotice(mark, now)) return undefined;
  const said = deletionAt === undefined ? {} : { deletionAt: Math.max(notice.deletionAt ?? 0, deletionAt) };
  return { ...mark, notice: { ...notice, ...said, remindedBy: messageId }, revision: mark.revision + 1 };
}
