import { addDuration, moveIntoWindow } from '../policy/window.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import { hasValidNotice, type Mark } from './mark.ts';

type Retention = Pick<WorkConfiguration, 'retention' | 'unownedRetention' | 'window'>;

/** The deletion date that retention gives, counted from the notice (or the mark), moved into the window. */
export function deletionDate(wc: Retention, from: number, unowned: boolean): number {
  const retention = unowned ? wc.unownedRetention : wc.retention;
  return moveIntoWindow(wc.window, addDuration(from, retention, wc.window));
}

/** A message may take this long to be accepted and still show the very date of the deletion. */
const LONGEST_DELIVERY_MS = 15 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The date to show in a message that is being prepared: retention counts from the acceptance, which is a little
 * later, so a tenth of the retention (at most a quarter of an hour) is added, up to the next whole minute. The date
 * moves out, never in.
 */
export function dateToShow(wc: Retention, preparedAt: number, unowned: boolean): number {
  const plain = deletionDate(wc, preparedAt, unowned);
  const allowance = Math.min(LONGEST_DELIVERY_MS, Math.ceil((plain - preparedAt) / 10));
  const from = preparedAt + allowance;
  return deletionDate(wc, allowance < MINUTE_MS ? from : Math.ceil(from / MINUTE_MS) * MINUTE_MS, unowned);
}

/**
 * The earliest date that what its owner was told allows: the date shown, retention since the notice was accepted, and the
 * end of a quarantine.
 * Where notices are off, retention since the mark. `undefined` when nobody was validly told yet: then no date is final.
 */
export function endOfNotice(wc: Retention & Pick<WorkConfiguration, 'notice'>, mark: Mark, now: number) {
  const { notice } = mark;
  const unowned = mark.unowned ?? false;
  const told = notice && Math.max(notice.shownAt, deletionDate(wc, notice.acceptedAt, unowned));
  const ends = mark.quarantine ? Math.max(mark.quarantine.until, notice?.deletionAt ?? 0) : 0;
  const promised = Math.max(told ?? 0, ends);
  if (!wc.notice.enabled) return Math.max(promised, deletionDate(wc, mark.markedAt, unowned));
  return hasValidNotice(mark, now) ? promised : undefined;
}
