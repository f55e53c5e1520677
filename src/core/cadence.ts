/**
 * When is an action of a namespace due? Pure: the manager asks it before it queues an item, the processor again
 * before it runs one, since an item may have waited past the window or been done by somebody else meanwhile.
 */
import type { Approval, PassRecord } from './pass.ts';
import { isOpen } from './window.ts';
import { ACTIONS, type Action, type WorkConfiguration } from './workConfiguration.ts';

/** What one namespace's marks look like now. */
interface MarkCounts {
  readonly marked: number;
  /** Due for deletion and not held back. */
  readonly due: number;
  /** Marks without a valid notice; as far as asked: 1 means "at least one". */
  readonly unnoticed: number;
}

export interface CadenceInput {
  readonly wc: WorkConfiguration;
  /** The last pass of each action; absent = it never ran. */
  readonly passes: Readonly<Partial<Record<Action, PassRecord>>>;
  /** An operator's leave for a blocked set, where there is one. */
  readonly approvals?: Readonly<Partial<Record<Action, Approval>>>;
  readonly counts: MarkCounts;
  readonly now: number;
}

/** The actions to queue now, in their order. */
export function dueActions(input: CadenceInput): readonly Action[] {
  const { wc, passes, approvals, counts, now } = input;
  return ACTIONS.filter(
    (action) => mayRun(wc, action, now) && isDue(passes[action], now, approvals?.[action]) && hasWork(action, counts),
  );
}

/**
 * May the action run at this instant at all? Surveys run round the clock, or what is used only at night would look
 * unused; notify and delete run only live and in the window (L13). Where notices are off there is nothing to notify.
 */
export function mayRun(wc: WorkConfiguration, action: Action, now: number): boolean {
  if (!wc.actions.includes(action)) return false;
  if (action === 'mark') return true;
  if (action === 'notify' && !wc.notice.enabled) return false;
  return wc.live && isOpen(wc.window, now);
}

/**
 * Has its time come? Never run = at once. What stopped half-way goes on, and so does what was blocked and has been
 * approved since, without waiting for its next date.
 */
export function isDue(last: PassRecord | undefined, now: number, approval?: Approval): boolean {
  if (!last || last.nextDueAt <= now || last.outcome === 'unfinished') return true;
  if (last.outcome !== 'blocked' || !approval) return false;
  return approval.digest === last.blocked?.digest && approval.at >= last.endedAt;
}

function hasWork(action: Action, counts: MarkCounts): boolean {
  if (action === 'mark') return true;
  if (action === 'notify') return counts.marked > 0 && counts.unnoticed > 0;
  return counts.due > 0;
}

/** The next try after `failures` failed passes in a row: 1 min, doubled each time, never later than the usual one. */
export function retryPassAt(failures: number, everyMs: number, now: number): number {
  return now + Math.min(everyMs, 60_000 * 2 ** Math.min(Math.max(failures, 1) - 1, 12));
}

/** A namespace's smallest distance between two messages to one owner; `undefined` when nobody is ever told. */
export function smallestNoticeEveryMs(wcs: readonly WorkConfiguration[]): number | undefined {
  const every = wcs
    .filter((wc) => wc.live && wc.notice.enabled && wc.actions.includes('notify'))
    .map((wc) => wc.everyMs.notify);
  return every.length === 0 ? undefined : Math.min(...every);
}
