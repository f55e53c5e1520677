/** Did what is due become due on the day that its owner was told? Only then is a large number of it no surprise. Pure. */

import { type Span, unobservedMs } from '../resource/unused.ts';
import { hasValidNotice, type Mark } from './mark.ts';

/**
 * Can the mark be deleted before its owner expects it? Its date was moved in since he was told, time in which nobody
 * watched is not known to have passed, or nobody is told at all in its namespace. Where notices are on, what nobody was
 * validly told of does not count: nothing deletes it, and a notice gives it another date.
 * @param gaps in which nobody watched
 */
export function isUnannounced(mark: Mark, noticeRequired: boolean, now: number, gaps: readonly Span[]): boolean {
  if (!noticeRequired) return true;
  const { notice } = mark;
  if (!notice || !hasValidNotice(mark, now)) return false;
  const toldFor = mark.quarantine ? (notice.deletionAt ?? notice.shownAt) : notice.shownAt;
  return toldFor > now - unobservedMs(notice.acceptedAt, now, gaps);
}
