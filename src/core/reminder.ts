/** The reminder before a deletion: another message, no notice; it moves no date (people.md 4). */
import { hasValidNotice, type Mark } from './mark.ts';
import type { NoticeSettings } from './workConfiguration.ts';

/**
 * Is the owner to be reminded now? Once per notice, and only where the notice came earlier than the reminder is wanted:
 * nobody is told twice in a row. What was put into quarantine since then is told of at once.
 */
export function isReminderDue(mark: Mark, { remindBeforeMs }: NoticeSettings, now: number): boolean {
  const { notice, projectedDeletionAt, state, quarantine } = mark;
  if (notice === undefined || notice.remindedBy !== undefined) return false;
  if (remindBeforeMs === undefined && quarantine === undefined) return false;
  const from = quarantine?.at ?? projectedDeletionAt - (remindBeforeMs ?? 0);
  return (
    state === 'noticed' &&
    hasValidNotice(mark, now) &&
    notice.acceptedAt < from &&
    from <= now &&
    now < projectedDeletionAt
  );
}

/** A transport accepted the message that reminded of the mark. `undefined` when its notice does not count any more. */
export function recordReminder(mark: Mark, messageId: string, now: number): Mark | undefined {
  const { notice } = mark;
  if (notice === undefined || !hasValidNotice(mark, now)) return undefined;
  return { ...mark, notice: { ...notice, remindedBy: messageId }, revision: mark.revision + 1 };
}
