import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A loopback port on which nobody listens: only an administrator may open a port below 1024, and no service has this
 * one. A port that was free a moment ago may be another test's by now.
 */
export const NOBODYS_PORT = 2;

const ATTEMPTS = 5;

/**
 * Opens a server that has to know its port beforehand: on a free one of loopback, or on another where somebody takes that
 * one meanwhile.
 * @param open must leave nothing behind where it throws, and its error must say that the port is taken
 */
export async function onFreePort<T>(open: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await open(await freePort());
    } catch (error) {
      if (attempt === ATTEMPTS || !isTaken(error)) throw error;
    }
  }
}

function isTaken(error: unknown): boolean {
  return (
    error instanceof Error && (/EADDRINUSE|address (is )?already in use/i.test(error.message) || isTaken(error.cause))
  );
}

/**
 * It is below the ports that Linux (from 32768) and macOS (from 49152) give to connections: the connections of the other
 * suites would take one of those meanwhile.
 */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000);
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (isTaken(error)) return freePort();
    throw error;
  }
  server.close();
  await once(server, 'close');
  return port;
}
