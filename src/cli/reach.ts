import type { RedisConnection } from '../state/redis/connection.ts';

/**
 * Does Redis answer in time, and before the command is ended?
 * Not with `AbortSignal.any` over a time-out signal: Node collects such a signal as garbage, and it never fires
 * (nodejs/node#57736).
 */
export async function answersWithin(connection: RedisConnection, ms: number, signal: AbortSignal): Promise<boolean> {
  const enough = new AbortController();
  const stop = () => enough.abort();
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
  }
}
