import { isFromFuture } from '../common/clock.ts';
import { DAY_MS } from '../common/duration.ts';
import type { Namespace } from '../resource/namespace.ts';

/** The waiting message of one owner. Instants in ms since the epoch. */
export interface WaitingNotice {
  readonly owner: string;
  /** The number of resources for the next notices and reminders. */
  readonly resources: number;
  /** Their namespaces, sorted. */
  readonly namespaces: readonly Namespace[];
  /** When a transport last accepted a message to the owner. */
  readonly lastSentAt?: number;
  /** The message was not accepted; absent: no attempt yet. */
  readonly refused?: Refusal;
}

/** A message that the main transport did not accept: it makes none of the owner's resources deletable (L46). */
export interface Refusal {
  /** The first attempt. */
  readonly since: number;
  readonly attempts: number;
  /** The last answer of the transport. */
  readonly problem: string;
  /** The same message would be refused again: an operator must correct the address or the transport. */
  readonly permanent: boolean;
  readonly nextAttemptAt: number;
  /** A transport accepted it, and the mail system of the recipient sent it back for good. */
  readonly isBounce?: true;
}

const FIRST_WAIT_MS = 30_000;
/** A refused message waits at most this long for its next attempt. */
const LONGEST_WAIT_MS = 2 * 3_600_000;

/** One more failed attempt: the next one follows after 30 s, doubled each time, at most 2 h. */
export function refusedAgain(
  before: Refusal | undefined,
  { problem, permanent }: Pick<Refusal, 'problem' | 'permanent'>,
  at: number,
): Refusal {
  const attempts = (before?.attempts ?? 0) + 1;
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return { since: before?.since ?? at, attempts, problem, permanent, nextAttemptAt: at + waitMs };
}

/**
 * The next message follows a week after one that came back for good: whoever else has the owner's messages would get one each
 * day, with a date that no deletion keeps, and mail systems that count bounces would refuse everybody's.
 */
const BOUNCED_WAIT_MS = 7 * DAY_MS;

/** @param problem what the mail system said @param at when it said so, ms since the epoch */
export function bouncedAt(at: number, problem: string): Refusal {
  return { since: at, attempts: 1, problem, permanent: true, nextAttemptAt: at + BOUNCED_WAIT_MS, isBounce: true };
}

/** When the next attempt follows, ms since the epoch. A time that only a wrong clock can have stored counts as none: 0. */
export function nextAttemptOf(refused: Refusal | undefined, now: number): number {
  if (refused === undefined) return 0;
  const longestMs = refused.isBounce ? BOUNCED_WAIT_MS : LONGEST_WAIT_MS;
  return isFromFuture(refused.nextAttemptAt - longestMs, now) ? 0 : refused.nextAttemptAt;
}
