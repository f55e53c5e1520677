/** A real HTTP server in place of a webhook: stores the requests, and replies as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (response: ServerResponse) => void;

export interface WebhookServer {
  readonly url: string;
  readonly received: Received[];
  /** Replies to the next requests, in order; then 200 again. */
  readonly answers: Answer[];
  close(): Promise<void>;
}

export const status = (code: number, headers: Record<string, string> = {}, body = ''): Answer => {
  return (response) => void response.writeHead(code, headers).end(body);
};
/** Sends no reply. */
export const hang: Answer = () => undefined;
/** Ends the connection. */
export const drop: Answer = (response) => void response.destroy();

export async function startWebhook(path = '/services/T000/secret-of-the-hook'): Promise<WebhookServer> {
  const received: Received[] = [];
  const answers: Answer[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
    (answers.shift() ?? status(200, {}, 'ok'))(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${path}`,
    received,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
