import type { WeeklyReport } from '../../../core/notice/weekly.ts';

/** The words of the message about a week; days as `2026-11-23`, UTC. */
export interface WeeklyTexts {
  heading(week: string): string;
  /** @param since the first day that is counted; `undefined` = the whole week is */
  deleted(deleted: WeeklyReport['deleted'], since: string | undefined): string;
  readonly waitingTitle: string;
  waiting(waiting: WeeklyReport['waiting']): string;
  readonly blockedTitle: string;
  /** @param passes so many */
  blocked(passes: number): string;
  /** Of one blocked pass. */
  held(resources: number): string;
  /** Blocked passes that the message does not name. */
  more(passes: number): string;
}
