/** Sends a read again while a server is busy or a connection breaks. Knows no provider. */
import { setTimeout as delay } from 'node:timers/promises';
import type { WireAnswer } from './exchange.ts';
import { retryAfterMs } from './retryAfter.ts';

const TRIES = 4;
/** A pass does not wait longer for a server that is busy. */
const LONGEST_WAIT_MS = 5_000;
/** Connections that break while nothing is wrong: the server closed one that was kept. */
const BROKEN: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE']);

/** How a request may be repeated. */
export interface Reading {
  /** A request that may change something is sent once. */
  readonly isRead: boolean;
  readonly signal: AbortSignal;
  /** The server asked for fewer requests (429). */
  throttled(): Promise<void>;
}

/**
 * The last answer, whatever its status: the wait that the server asks for counts where it is short.
 * @throws the error of the last attempt, or at once if it is no broken connection; the signal's reason
 */
export async function sendAgain(
  { isRead, signal, throttled }: Reading,
  once: () => Promise<WireAnswer>,
): Promise<WireAnswer> {
  for (let tries = 1; ; tries++) {
    const isLast = !isRead || tries === TRIES;
    try {
      const answer = await once();
      if (answer.status === 429) await throttled();
      const waitMs = retryAfterMs(answer) ?? 100 * 2 ** tries;
      if (!isBusy(answer.status) || isLast || waitMs > LONGEST_WAIT_MS) return answer;
      await delay(waitMs, undefined, { signal });
    } catch (error) {
      if (isLast || !BROKEN.has((error as { readonly code?: unknown } | undefined)?.code)) throw error;
    }
  }
}

function isBusy(status: number): boolean {
  return status === 429 || status >= 500;
}
