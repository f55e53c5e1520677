import type { WeeklyReport } from '../../core/notice/weekly.ts';
import { shorten, visible } from '../../core/text/visible.ts';
import type { Catalogue } from '../texts/common/catalogue.ts';
import type { ChatPost } from './chat.ts';

/** More blocked passes are a number. */
const MOST_BLOCKED = 10;
const LONGEST_PLACE = 200;

/** What went, what waits and what is blocked, as one post; a dialect makes the JSON of it. */
export function weeklyPost(report: WeeklyReport, { weekly }: Catalogue): ChatPost {
  const shown = report.blocked.slice(0, MOST_BLOCKED);
  const left = report.blocked.length - shown.length;
  return {
    heading: weekly.heading(dayOf(report.week)),
    savings: weekly.deleted(
      report.deleted,
      report.deleted.since === undefined ? undefined : dayOf(report.deleted.since),
    ),
    rows: [
      { name: weekly.waitingTitle, about: weekly.waiting(report.waiting) },
      { name: weekly.blockedTitle, about: weekly.blocked(report.blocked.length) },
      ...shown.map(({ namespace, resources }) => ({
        name: shorten(visible(namespace), LONGEST_PLACE),
        about: weekly.held(resources),
      })),
    ],
    ...(left > 0 ? { more: weekly.more(left) } : {}),
    links: [],
  };
}

/** `2026-11-23` */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
