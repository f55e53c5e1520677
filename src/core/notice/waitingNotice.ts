import type { Namespace } from '../resource/namespace.ts';

/** What one owner is still to be told. Instants in ms since the epoch. */
export interface WaitingNotice {
  readonly owner: string;
  /** How many resources he is to be told about, or reminded of. */
  readonly resources: number;
  /** Where they are; sorted. */
  readonly namespaces: readonly Namespace[];
  /** When a transport last accepted a message to him. */
  readonly lastSentAt?: number;
  /** The message was not accepted; absent: it has not been tried yet. */
  readonly refused?: Refusal;
}

/** A message that the transport which counts did not accept: nothing of its owner becomes deletable by it (L46). */
export interface Refusal {
  /** The first attempt. */
  readonly since: number;
  readonly attempts: number;
  /** What the transport said last. */
  readonly problem: string;
  /** The same again would be refused again: somebody must repair the address or the transport. */
  readonly permanent: boolean;
  readonly nextAttemptAt: number;
}

const FIRST_WAIT_MS = 30_000;
/** No message that was refused waits longer than this for its next attempt. */
export const LONGEST_WAIT_MS = 2 * 3_600_000;

/** One more attempt that failed: the next one after 30 s, doubled each time, at most 2 h later. */
export function refusedAgain(
  before: Refusal | undefined,
  { problem, permanent }: Pick<Refusal, 'problem' | 'permanent'>,
  at: number,
): Refusal {
  const attempts = (before?.attempts ?? 0) + 1;
  const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return { since: before?.since ?? at, attempts, problem, permanent, nextAttemptAt: at + waitMs };
}
