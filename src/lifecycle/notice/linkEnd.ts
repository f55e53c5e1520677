/** How long the links of a message must work: no deletion while its owner has only a dead link to stop it. */

import { DAY_MS } from '../../core/common/duration.ts';
import type { DigestRow } from '../../core/notice/digest.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';

const WEEK_MS = 7 * DAY_MS;

type Dates = Pick<DigestRow, 'deletionAt' | 'quarantine'>;

/** The last date that a row shows. */
function lastDate({ deletionAt, quarantine }: Dates): number {
  return Math.max(deletionAt, quarantine?.deletionAt ?? 0);
}

/** Until when the links of a row should work: as long as its notice may count. In ms since the epoch. */
export function linksNeededUntil({ notice }: Pick<WorkConfiguration, 'notice'>, row: Dates): number {
  return lastDate(row) + Math.max(WEEK_MS, notice.validForMs);
}

/** Does the link of a row work for a week after its date? No message is sent with one that does not. */
export function isLinkedLongEnough(row: Dates & Pick<DigestRow, 'linkUntil'>): boolean {
  return row.linkUntil !== undefined && row.linkUntil >= lastDate(row) + WEEK_MS;
}

/** The latest end of the links, ms since the epoch; 0 = there are none. */
export function lastLinkEnd(rows: readonly DigestRow[]): number {
  return rows.reduce((last, { linkUntil = 0 }) => Math.max(last, linkUntil), 0);
}
