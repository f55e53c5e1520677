import { addDuration, moveIntoWindow } from '../policy/window.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import { hasValidNotice, type Mark } from './mark.ts';

type Retention = Pick<WorkConfiguration, 'retention' | 'unownedRetention' | 'window'>;

/** The deletion date: retention counted from the notice (or the mark), moved into the window. */
export function deletionDate(wc: Retention, from: number, unowned: boolean): number {
  const retention = unowned ? wc.unownedRetention : wc.retention;
  return moveIntoWindow(wc.window, addDuration(from, retention, wc.window));
}

/** A transport may take this long to accept a message that still shows the exact date of the deletion. */
const LONGEST_DELIVERY_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The date to show in a new message: retention counts from the acceptance, which is a little later, so a tenth of the
 * retention (at most 15 minutes) is added, rounded up to a whole minute. The date moves out, never in.
 */
export function dateToShow(wc: Retention, preparedAt: number, unowned: boolean): number {
  const plain = deletionDate(wc, preparedAt, unowned);
  const allowance = Math.min(LONGEST_DELIVERY_MS, Math.ceil((plain - preparedAt) / 10));
  const from = preparedAt + allowance;
  return deletionDate(wc, allowance < MINUTE_MS ? from : Math.ceil(from / MINUTE_MS) * MINUTE_MS, unowned);
}

/**
 * The earliest date that the notice allows: the latest of the date shown, the end of retention since the notice was
 * accepted, and the end of a quarantine.
 * Where notices are off, also retention since the mark. `undefined` without a valid notice: then no date is final.
 */
export function endOfNotice(wc: Retention & Pick<WorkConfiguration, 'notice'>, mark: Mark, now: number) {
  const { notice } = mark;
  const unowned = mark.unowned ?? false;
  const endOfRetention = notice && Math.max(notice.shownAt, deletionDate(wc, notice.acceptedAt, unowned));
  const endOfQuarantine = mark.quarantine ? Math.max(mark.quarantine.until, notice?.deletionAt ?? 0) : 0;
  const promised = Math.max(endOfRetention ?? 0, endOfQuarantine);
  if (!wc.notice.enabled) return Math.max(promised, deletionDate(wc, mark.markedAt, unowned));
  return hasValidNotice(mark, now) ? promised : undefined;
}
