/** Did a due mark become due on the date in its notice? Only then is a large number of due marks expected. Pure. */

import { type Span, unobservedMs } from '../resource/unused.ts';
import { hasValidNotice, type Mark } from './mark.ts';

/**
 * Can the mark be deleted before its owner expects it? Yes if its date was moved in after the notice, if the date in
 * the notice is not reached without the time in `gaps`, or if the namespace sends no notices. Where notices are on, a
 * mark without a valid notice does not count: no permit deletes it, and its notice gives it another date.
 * @param gaps spans of time without a survey
 */
export function isUnannounced(mark: Mark, noticeRequired: boolean, now: number, gaps: readonly Span[]): boolean {
  if (!noticeRequired) return true;
  const { notice } = mark;
  if (!notice || !hasValidNotice(mark, now)) return false;
  const expectedAt = mark.quarantine ? (notice.deletionAt ?? notice.shownAt) : notice.shownAt;
  return expectedAt > now - unobservedMs(notice.acceptedAt, now, gaps);
}
