import { NO_SERVER_CODES } from '../core/common/noServer.ts';
import type { RedisConnection } from '../state/redis/connection.ts';

/**
 * Does Redis answer in time, and before the command is ended? Without an answer it waits a second more: Redis may be
 * starting. Not with `AbortSignal.any` over a time-out signal: Node collects such a signal as garbage, and it never fires
 * (nodejs/node#57736).
 */
export async function answersWithin(connection: RedisConnection, ms: number, signal: AbortSignal): Promise<boolean> {
  return answers(connection, { ms, msWithoutServer: 1_000, signal });
}

/** {@link answersWithin} for a command that works without Redis: a server that is not there needs no patience. */
export function answersNow(connection: RedisConnection, ms: number, signal: AbortSignal): Promise<boolean> {
  return answers(connection, { ms, msWithoutServer: 0, signal });
}

interface Patience {
  readonly ms: number;
  /** From the first error that says that no server is there. */
  readonly msWithoutServer: number;
  /** Ends the command. */
  readonly signal: AbortSignal;
}

async function answers(connection: RedisConnection, { ms, msWithoutServer, signal }: Patience): Promise<boolean> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  const timers = [setTimeout(stop, ms)];
  const onError = ({ code }: Error & { readonly code?: string }) => {
    if (NO_SERVER_CODES.has(code)) timers.push(setTimeout(stop, msWithoutServer));
  };
  connection.client.on('error', onError);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await connection.whenReady(enough.signal);
    return true;
  } catch {
    return false;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    connection.client.off('error', onError);
  }
}
