import type { RedisConnection } from '../state/redis/connection.ts';

/**
 * Does Redis answer in time, and before the command is ended?
 * Not with `AbortSignal.any` over a time-out signal: Node collects such a signal as garbage, and it never fires
 * (nodejs/node#57736).
 */
export async function answersWithin(connection: RedisConnection, ms: number, signal: AbortSignal): Promise<boolean> {
  return answers(connection, ms, signal, () => false);
}

/** {@link answersWithin} for a command that works without Redis: a server that is not there needs no patience. */
export function answersNow(connection: RedisConnection, ms: number, signal: AbortSignal): Promise<boolean> {
  return answers(connection, ms, signal, ({ code }) => NOBODY_THERE.has(code ?? ''));
}

/** Nothing listens there, the name has no address, or this machine has no network. Of several servers these are said of one, in another error. */
const NOBODY_THERE: ReadonlySet<string> = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'ENETUNREACH', 'ENOTFOUND']);

async function answers(
  connection: RedisConnection,
  ms: number,
  signal: AbortSignal,
  isHopeless: (error: { readonly code?: string }) => boolean,
): Promise<boolean> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  const onError = (error: Error & { readonly code?: string }) => {
    if (isHopeless(error)) stop();
  };
  connection.client.on('error', onError);
  const timer = setTimeout(stop, ms);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    await connection.whenReady(enough.signal);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    connection.client.off('error', onError);
  }
}
