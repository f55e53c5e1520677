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
}

const FIRST_WAIT_MS = 30_000;
/** A refused message waits at most this long for its next attempt. */
export const LONGEST_WAIT_MS = 2 * 3_600_000;

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
