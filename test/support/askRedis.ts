import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Sends one inline command to a Redis without a password on loopback.
 * @param timeoutMs for a server that may be stopped
 * @returns the first line of its reply
 */
export async function askRedis(port: number, command: string, timeoutMs = 0): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port }).setEncoding('utf8');
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer within ${timeoutMs} ms`)));
  try {
    await once(socket, 'connect');
    socket.write(`${command}\r\n`);
    let reply = '';
    for await (const chunk of socket) {
      reply += chunk;
      const end = reply.indexOf('\r\n');
      if (end >= 0) return reply.slice(0, end);
    }
    throw new Error('the connection was closed');
  } finally {
    socket.destroy();
  }
}
