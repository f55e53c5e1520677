/** A look at the port of a Redis by a bare connection: the client takes longer to load than the answer takes to come. */
import { connect } from 'node:net';
import { NO_SERVER_CODES } from '../core/common/noServer.ts';

/**
 * Is it certain that no server is there? `false` also for several servers, after a wait, and where the signal aborts: only
 * the client finds out more.
 */
export async function noServerListens(url: string, ms: number, signal: AbortSignal): Promise<boolean> {
  const { parseRedisUrl } = await import('../state/redis/redisUrl.ts');
  const address = parseRedisUrl(url);
  if (address.kind !== 'single') return false;
  const { host, port } = address.options;
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout: ms });
    const end = (isCertain: boolean) => {
      socket.destroy();
      resolve(isCertain);
    };
    socket.on('connect', () => end(false));
    socket.on('timeout', () => end(false));
    socket.on('error', ({ code }: Error & { readonly code?: string }) => end(NO_SERVER_CODES.has(code)));
  });
}
