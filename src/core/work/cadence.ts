/**
 * When is an action of a namespace due? Pure: the manager asks it before it queues an item, the processor again
 * before it runs one, since an item may have waited past the window or been done by somebody else meanwhile.
 */
import { isFromFuture } from '../common/clock.ts';
import { LONGEST_WAIT_MS, type WaitingNotice } from '../notice/waitingNotice.ts';
import type { Approval, PassRecord } from '../policy/pass.ts';
import { isOpen, moveIntoWindow } from '../policy/window.ts';
import { ACTIONS, type Action, deletesNothingBecause, type WorkConfiguration } from '../policy/workConfiguration.ts';

/** What one namespace's marks look like now. */
interface MarkCounts {
  readonly marked: number;
  /** Due for deletion and not held back. */
  readonly due: number;
}

export interface CadenceInput {
  readonly wc: WorkConfiguration;
  /** The last pass of each action; absent = it never ran. */
  readonly passes: Readonly<Partial<Record<Action, PassRecord>>>;
  /** An operator's leave for a blocked set, where there is one. */
  readonly approvals?: Readonly<Partial<Record<Action, Approval>>>;
  readonly counts: MarkCounts;
  /** Of the store now; absent = not certain. */
  readonly incarnation?: string | undefined;
  readonly now: number;
}

/** The actions to queue now, in their order. */
export function dueActions(input: CadenceInput): readonly Action[] {
  const { wc, passes, approvals, counts, incarnation, now } = input;
  const hasCome = (action: Action) =>
    isDue(passes[action], now, approvals?.[action]) ||
    isOutlived(wc, action, passes[action], incarnation) ||
    (action === 'notify' && hasNews(passes));
  return ACTIONS.filter((action) => mayRun(wc, action, now) && hasCome(action) && hasWork(action, counts));
}

/**
 * May the action run at this instant at all? Surveys run round the clock, or what is used only at night would look
 * unused; notify and delete run only in the window (L13) and where something may be deleted: nobody is told of a deletion
 * that never comes (L11). Where notices are off there is nothing to notify.
 */
export function mayRun(wc: WorkConfiguration, action: Action, now: number): boolean {
  if (!wc.actions.includes(action)) return false;
  if (action === 'mark') return true;
  if (action === 'notify' && !wc.notice.enabled) return false;
  return deletesNothingBecause(wc) === undefined && isOpen(wc.window, now);
}

/**
 * Has its time come? Never run = at once, and so is a pass that ended in the future by a wrong clock. What stopped half-way goes on, and so does what was blocked and has been
 * approved since, without waiting for its next date.
 */
export function isDue(last: PassRecord | undefined, now: number, approval?: Approval): boolean {
  if (!last || last.nextDueAt <= now || last.outcome === 'unfinished' || isFromFuture(last.endedAt, now)) return true;
  if (last.outcome !== 'blocked' || !approval) return false;
  if (approval.passId !== undefined) return approval.passId === last.passId;
  return approval.digest === last.blocked?.digest && approval.at >= last.endedAt;
}

/**
 * Has the store begun another life since this mark pass began (law 8)? Deletes wait for one in the present life, so it
 * does not wait for its next date. One that ended badly since, or failed, has a next date of its own.
 */
export function isOutlived(
  wc: WorkConfiguration,
  action: Action,
  last: PassRecord | undefined,
  incarnation: string | undefined,
): boolean {
  if (action !== 'mark' || !wc.actions.includes('delete') || deletesNothingBecause(wc) !== undefined) return false;
  if (!last || last.outcome === 'failed' || incarnation === undefined) return false;
  return last.begunIn !== incarnation;
}

/**
 * Is there something to tell since the last notify pass found nothing? Who is told daily waits for the day; where nobody
 * was to be told, nobody need wait. Asked of the passes alone: to look at all marks at each tick would cost too much.
 */
export function hasNews({ mark, notify, delete: deleted }: Readonly<Partial<Record<Action, PassRecord>>>): boolean {
  if (notify?.outcome !== 'complete' || (notify.counts.queued ?? 0) > 0) return false;
  const isNew = (pass: PassRecord | undefined, whats: readonly string[]) =>
    pass !== undefined && pass.endedAt >= notify.startedAt && whats.some((what) => (pass.counts[what] ?? 0) > 0);
  return isNew(mark, ['marked', 'refreshed']) || isNew(deleted, ['quarantined']);
}

function hasWork(action: Action, counts: MarkCounts): boolean {
  if (action === 'mark') return true;
  if (action === 'notify') return counts.marked > 0;
  return counts.due > 0;
}

/** The next try after `failures` failed passes in a row: 1 min, doubled each time, never later than the usual one. */
export function retryPassAt(failures: number, everyMs: number, now: number): number {
  return now + Math.min(everyMs, 60_000 * 2 ** Math.min(Math.max(failures, 1) - 1, 12));
}

/**
 * From when on an owner may be told what waits: at most one message per owner and `every.notify`, the smallest of what it
 * is about (L44), and not before the back-off of a refused one is over (L46). `undefined` when nobody is ever told.
 * What a wrong clock wrote, in the future, counts for nothing.
 */
export function nextNoticeAt(
  { namespaces, lastSentAt, refused }: WaitingNotice,
  wcs: readonly WorkConfiguration[],
  now: number,
): number | undefined {
  const concerned = wcs.filter(({ namespace }) => namespaces.includes(namespace));
  // What is not configured any more is only to be cleared away.
  const distanceMs = smallestNoticeEveryMs(concerned) ?? smallestNoticeEveryMs(wcs);
  if (distanceMs === undefined) return undefined;
  const retryAt = refused?.nextAttemptAt ?? 0;
  const triedAt = isFromFuture(retryAt - LONGEST_WAIT_MS, now) ? 0 : retryAt;
  if (lastSentAt === undefined || isFromFuture(lastSentAt, now)) return triedAt;
  const nextAt = Math.max(triedAt, lastSentAt + distanceMs);
  // It waits for others no longer than once: they may have nothing that can be told.
  if (now >= lastSentAt + 2 * distanceMs) return nextAt;
  return openingToWaitFor(concerned, { lastSentAt, sentAt: Math.max(nextAt, now), distanceMs }) ?? nextAt;
}

/**
 * When the first window opens that would be missed again: it was closed at the last message, opens before the message
 * after the next one may go, and is closed by then. A message each morning would otherwise leave out for ever what may
 * be told only in the afternoon.
 */
function openingToWaitFor(
  wcs: readonly WorkConfiguration[],
  { lastSentAt, sentAt, distanceMs }: { lastSentAt: number; sentAt: number; distanceMs: number },
): number | undefined {
  const windows = new Map(wcs.filter(isTold).map(({ window }) => [JSON.stringify(window), window]));
  // Of one window nothing is left out. To look at the calendar for every owner at every tick would cost too much.
  if (windows.size < 2) return undefined;
  const openings = [...windows.values()].flatMap((window) => {
    if (isOpen(window, lastSentAt) || isOpen(window, sentAt) || isOpen(window, sentAt + distanceMs)) return [];
    const opensAt = moveIntoWindow(window, sentAt);
    return opensAt < sentAt + distanceMs ? [opensAt] : [];
  });
  return openings.length === 0 ? undefined : Math.min(...openings);
}

/** A namespace's smallest distance between two messages to one owner; `undefined` when nobody is ever told. */
export function smallestNoticeEveryMs(wcs: readonly WorkConfiguration[]): number | undefined {
  const every = wcs.filter(isTold).map((wc) => wc.everyMs.notify);
  return every.length === 0 ? undefined : Math.min(...every);
}

/** Is anybody ever told of what is in this namespace? */
function isTold(wc: WorkConfiguration): boolean {
  return deletesNothingBecause(wc) === undefined && wc.notice.enabled && wc.actions.includes('notify');
}
