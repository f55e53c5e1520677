/** A look at the port of a Redis by a bare connection: the client takes longer to load than the answer takes to come. */
import { connect } from 'node:net';
import { NOBODY_THERE } from './reach.ts';

/**
 * Is it certain that no server is there? `false` also for several servers, after a wait, and where the signal aborts: only
 * the client finds out more.
 */
export async function nobodyListens(url: string, ms: number, signal: AbortSignal): Promise<boolean> {
  const { parseRedisUrl } = await import('../state/redis/redisUrl.ts');
  const address = parseRedisUrl(url);
  if (address.kind !== 'single') return false;
  const { host, port } = address.options;
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout: ms });
    const end = (isNobodyThere: boolean) => {
      socket.destroy();
      resolve(isNobodyThere);
    };
    socket.on('connect', () => end(false));
    socket.on('timeout', () => end(false));
    socket.on('error', ({ code }: Error & { readonly code?: string }) => end(NOBODY_THERE.has(code)));
  });
}
