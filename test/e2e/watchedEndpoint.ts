import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A relay between a daemon and the sandbox; it knows which requests have arrived and are not answered yet. */
export interface WatchedEndpoint {
  readonly url: string;
  /** Their bodies, as sent. */
  underWay(): readonly string[];
  close(): Promise<void>;
}

/** Passes everything on, and to its end also when who asked is gone. */
export async function watchEndpoint(target: string): Promise<WatchedEndpoint> {
  const { hostname, port } = new URL(target);
  const open = new Set<{ readonly body: string }>();
  const server = createServer(async (asked, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const entry = { body: Buffer.concat(chunks).toString() };
    open.add(entry);
    const { method, url: path, headers } = asked;
    const forwarded = request({ hostname, port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer).on('error', () => undefined);
      answered.once('end', () => open.delete(entry));
    });
    forwarded.on('error', () => answer.destroy());
    forwarded.end(entry.body);
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    underWay: () => [...open].map(({ body }) => body),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
