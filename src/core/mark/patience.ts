/**
 * The cloud says that a resource is in use, although complete evidence shows no user: a part of a deleted user lingers
 * (the interfaces of a deleted load balancer, for up to an hour), and its owner need not know yet. Holystone asks again
 * soon, then less often; after six hours it notifies the owner, and asks once a day. Pure. The dates, in the order in
 * which they pass:
 *
 *  inUse.since                                     inUse.endedAt        (a notice: inUse.toldBy)
 *  ●─30 s─●─1 min──●──2 min──● … ●──10 min──●──────●──────── a day ─────●──────── a day ────────────────►
 *  the first such answer                           after six hours: `refused` in the history
 *
 * `nextAttemptAt` is the next of these instants. None of them moves `projectedDeletionAt`, and none is a notice.
 */
import { DAY_MS } from '../common/duration.ts';
import { deferMark } from './hold.ts';
import type { Mark } from './mark.ts';

const FIRST_MS = 30_000;
const LONGEST_MS = 10 * 60_000;
/** How long the cloud may contradict the evidence before Holystone notifies the owner. */
export const PATIENCE_MS = 6 * 3_600_000;

/** `ends`: this answer ends the patience; `ended`: an earlier one did. */
export type StillInUse = { readonly mark: Mark; readonly is: 'waiting' | 'ends' | 'ended' };

/**
 * The mark after one more such answer. The waits double from 30 s to 10 min: each is as long as the time since the first
 * answer.
 * @param reason the cloud's answer, for people
 */
export function stillInUse(mark: Mark, reason: string, now: number): StillInUse {
  const since = Math.min(mark.inUse?.since ?? now, now);
  const waitedMs = now - since;
  // An ended wait stays ended, also where the clock was set back: the owner gets one notice.
  if (waitedMs < PATIENCE_MS && mark.inUse?.endedAt === undefined) {
    const at = now + Math.min(Math.max(waitedMs, FIRST_MS), LONGEST_MS, since + PATIENCE_MS - now);
    return { mark: { ...deferMark(mark, words(reason, since), at), inUse: { since } }, is: 'waiting' };
  }
  const { endedAt = now, toldBy } = mark.inUse ?? {};
  const inUse = { since, endedAt, ...(toldBy === undefined ? {} : { toldBy }) };
  const next = { ...deferMark(mark, words(reason, since), now + DAY_MS), inUse };
  return { mark: next, is: mark.inUse?.endedAt === undefined ? 'ends' : 'ended' };
}

/**
 * The mark of an accepted deletion that has not ended for so long: an ordinary mark again, whose owner gets one notice.
 * @param what the cause of the wait, for people
 */
export function stuckDeletion(mark: Mark, what: string, since: number, now: number): Mark {
  const problem = `${what}; its deletion was accepted ${minute(since)} and has not ended; Holystone looks once a day`;
  return {
    ...deferMark(mark, problem, now + DAY_MS),
    inUse: { ...mark.inUse, since, endedAt: mark.inUse?.endedAt ?? now },
  };
}

/** Does the mark wait for the end of a use that only the cloud sees, and does its owner not know yet? */
export function isPatient({ inUse }: Pick<Mark, 'inUse'>): boolean {
  return inUse !== undefined && inUse.endedAt === undefined;
}

/** For people: the cloud's answer, since when, and the next attempt. `undefined`: it does not call it in use. */
export function inUseWords({ inUse, problem, nextAttemptAt }: Mark): string | undefined {
  if (inUse === undefined || problem === undefined) return undefined;
  return `${problem}${nextAttemptAt === undefined ? '' : `; next attempt ${minute(nextAttemptAt)}`}`;
}

/** Has the patience ended without a message to the owner? */
export function isInUseUnreported({ inUse }: Pick<Mark, 'inUse'>): boolean {
  return inUse?.endedAt !== undefined && inUse.toldBy === undefined;
}

/** The message notified the owner that the patience ended. `undefined` when an earlier one did, or it is not in use. */
export function recordInUseNotice(mark: Mark, messageId: string): Mark | undefined {
  if (mark.inUse === undefined || !isInUseUnreported(mark)) return undefined;
  return { ...mark, inUse: { ...mark.inUse, toldBy: messageId }, revision: mark.revision + 1 };
}

/** The same while it waits, so that the history has one entry. The time of the next attempt is beside it everywhere. */
function words(reason: string, since: number): string {
  return (
    `${reason}; its provider has said so since ${minute(since)}, although no evidence shows a user; Holystone tries again ` +
    `until ${minute(since + PATIENCE_MS)}, then once a day`
  );
}

function minute(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
