/**
 * When is an action of a namespace due? Pure: the manager checks it before it queues an item, the processor again
 * before it runs the item, since the window may have closed or another instance may have done the item meanwhile.
 */
import { isFromFuture } from '../common/clock.ts';
import { DAY_MS } from '../common/duration.ts';
import { nextAttemptOf, type WaitingNotice } from '../notice/waitingNotice.ts';
import { deletesNothingBecause } from '../policy/effects.ts';
import { type Approval, hasStored, type PassRecord } from '../policy/pass.ts';
import { isOpen, moveIntoWindow } from '../policy/window.ts';
import { ACTIONS, type Action, type WorkConfiguration } from '../policy/workConfiguration.ts';

/** The number of marks in one namespace now. */
interface MarkCounts {
  readonly marked: number;
  /** Due for deletion, with no later next attempt. */
  readonly due: number;
}

/** All facts that decide when the passes of a namespace are due; instants in ms since the epoch. */
export interface CadenceInput {
  readonly wc: WorkConfiguration;
  /** The last pass of each action; absent = it never ran. */
  readonly passes: Readonly<Partial<Record<Action, PassRecord>>>;
  /** The operator's approval of a blocked set, where there is one. */
  readonly approvals?: Readonly<Partial<Record<Action, Approval>>>;
  readonly counts: MarkCounts;
  /** The present incarnation of the store; absent = not certain. */
  readonly incarnation?: string | undefined;
  /** The last mark and delete passes of the namespaces whose resources are deleted first. */
  readonly earlier?: readonly PassRecord[];
  readonly now: number;
}

/** The actions to queue now, in their order. */
export function dueActions(input: CadenceInput): readonly Action[] {
  const { wc, passes, approvals, counts, incarnation, now } = input;
  const hasCome = (action: Action) =>
    isDue(passes[action], now, approvals?.[action]) ||
    isOutlived(wc, action, passes[action], incarnation) ||
    (action === 'mark' && mayHoldAnew(passes.mark, input.earlier, now)) ||
    (action === 'notify' && hasNews(passes));
  const mayBegin = (action: Action) => mayRun(wc, action, now) || mayFinish(wc, action, passes[action]);
  return ACTIONS.filter((action) => mayBegin(action) && hasCome(action) && hasWork(action, counts));
}

/**
 * May the action run at this instant at all? Surveys run round the clock, or a resource that is used only at night
 * would look unused. Notify and delete run only in the window (L13) and only where the configuration allows deletions:
 * no notice announces a deletion that never comes (L11). Where notices are off, notify does not run.
 */
export function mayRun(wc: WorkConfiguration, action: Action, now: number): boolean {
  if (!wc.actions.includes(action)) return false;
  if (action === 'mark') return true;
  if (action === 'notify' && !wc.notice.enabled) return false;
  return deletesNothingBecause(wc) === undefined && isOpen(wc.window, now);
}

/**
 * May the action run outside the window, to record how a deletion ended that it requested inside the window? Such a pass
 * requests nothing.
 */
export function mayFinish(wc: WorkConfiguration, action: Action, last: PassRecord | undefined): boolean {
  const isLive = wc.actions.includes('delete') && deletesNothingBecause(wc) === undefined;
  return action === 'delete' && isLive && last?.underWay === true;
}

/**
 * Is the action due? At once, without waiting for its next date, if it never ran, if a wrong clock dated its last end
 * in the future, if the pass is unfinished, or if it was blocked, or held new marks, and that is approved since.
 */
export function isDue(last: PassRecord | undefined, now: number, approval?: Approval): boolean {
  if (!last || last.nextDueAt <= now || last.outcome === 'unfinished' || isFromFuture(last.endedAt, now)) return true;
  if (approval && last.review && hasStored(last))
    return approval.passId === last.review.passId && approval.at > last.startedAt;
  if (last.outcome !== 'blocked' || !approval) return false;
  if (approval.passId !== undefined) return approval.passId === last.passId;
  return approval.digest === last.blocked?.digest && approval.at >= last.endedAt;
}

/**
 * The last pass as the cadence of today counts it: another cadence moves its next date, no other change of the
 * configuration does.
 */
export function atCadence<T extends PassRecord | undefined>(last: T, everyMs: number): T {
  if (!last || last.everyMs === undefined || last.everyMs === everyMs || !hasStored(last) || last.underWay) return last;
  return { ...last, everyMs, nextDueAt: last.startedAt + everyMs };
}

/**
 * Has the store a new incarnation since this mark pass began (law 8)? Deletes wait for a mark pass in the present
 * incarnation, so it does not wait for its next date. A pass that began in it, or that failed, has its own next date.
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
 * Did marks come or go, since this mark pass began, in a namespace whose resources are deleted first? Resources that
 * these hold are marked or unmarked without waiting for the next date. Once for each of their passes, so that no two
 * wake each other.
 */
export function mayHoldAnew(mark: PassRecord | undefined, earlier: readonly PassRecord[] = [], now: number): boolean {
  if (!mark) return false;
  const changed = ({ counts }: PassRecord) => (counts.marked ?? 0) + (counts.unmarked ?? 0) > 0;
  return earlier.some((pass) => pass.endedAt >= mark.startedAt && !isFromFuture(pass.endedAt, now) && changed(pass));
}

/**
 * Are there new items for notices since the last notify pass queued none? If the last notify pass queued some, the next
 * one waits for its date. Uses only the pass records: reading all marks at each tick would cost too much.
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

/** The next attempt after `failures` failed passes in a row: 1 min, doubled each time, at most `everyMs`. */
export function retryPassAt(failures: number, everyMs: number, now: number): number {
  return now + Math.min(everyMs, 60_000 * 2 ** Math.min(Math.max(failures, 1) - 1, 12));
}

/**
 * The earliest time of an owner's next message: at most one message per owner and `every.notify`, the smallest of its
 * namespaces (L44), and not before the back-off of a refused message ends (L46). `undefined` if no namespace sends
 * notices. Dates in the future, from a wrong clock, are ignored.
 */
export function nextNoticeAt(
  { namespaces, lastSentAt, refused }: WaitingNotice,
  wcs: readonly WorkConfiguration[],
  now: number,
): number | undefined {
  const concerned = wcs.filter(({ namespace }) => namespaces.includes(namespace));
  // Namespaces that are no longer configured only need their waiting items removed.
  const distanceMs = smallestNoticeEveryMs(concerned) ?? smallestNoticeEveryMs(wcs);
  if (distanceMs === undefined) return undefined;
  const triedAt = nextAttemptOf(refused, now);
  if (lastSentAt === undefined || isFromFuture(lastSentAt, now)) return triedAt;
  const nextAt = Math.max(triedAt, lastSentAt + distanceMs);
  // It waits for other windows at most once: their namespaces may have no items to send.
  if (now >= lastSentAt + 2 * distanceMs) return nextAt;
  return openingToWaitFor(concerned, { lastSentAt, sentAt: Math.max(nextAt, now), distanceMs }) ?? nextAt;
}

/**
 * When the first window opens that would be missed again: it was closed at the last message, is closed at the next one,
 * opens before the message after that, and is closed again by then. Otherwise a message each morning would always omit
 * the items that may be sent only in the afternoon.
 */
function openingToWaitFor(
  wcs: readonly WorkConfiguration[],
  { lastSentAt, sentAt, distanceMs }: { lastSentAt: number; sentAt: number; distanceMs: number },
): number | undefined {
  const windows = new Map(wcs.filter(sendsNotices).map(({ window }) => [JSON.stringify(window), window]));
  // With one window no items are omitted. Checking the calendar for every owner at every tick would cost too much.
  if (windows.size < 2) return undefined;
  const openings = [...windows.values()].flatMap((window) => {
    if (isOpen(window, lastSentAt) || isOpen(window, sentAt) || isOpen(window, sentAt + distanceMs)) return [];
    const opensAt = moveIntoWindow(window, sentAt);
    return opensAt < sentAt + distanceMs ? [opensAt] : [];
  });
  return openings.length === 0 ? undefined : Math.min(...openings);
}

/** The smallest time between two messages to one owner, ms; `undefined` if no namespace sends notices. */
export function smallestNoticeEveryMs(wcs: readonly WorkConfiguration[]): number | undefined {
  const every = wcs.filter(sendsNotices).map((wc) => wc.everyMs.notify);
  return every.length === 0 ? undefined : Math.min(...every);
}

/** Does this namespace send notices? */
function sendsNotices(wc: WorkConfiguration): boolean {
  return deletesNothingBecause(wc) === undefined && wc.notice.enabled && wc.actions.includes('notify');
}

/**
 * Is its last complete survey older than a day, and than two of its intervals?
 * @param completedAt ms since the epoch; absent: no survey was complete yet
 */
export function isSurveyLate(
  { everyMs }: Pick<WorkConfiguration, 'everyMs'>,
  completedAt: number | undefined,
  now: number,
) {
  return completedAt === undefined || now - completedAt > Math.max(DAY_MS, 2 * everyMs.mark);
}
