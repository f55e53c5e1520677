/** The pages and the JSON API of the sink; reads only. */
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SunkMessage } from './message.ts';
import { framedHtml, listPage, messagePage } from './pages.tsx';

export interface HttpListener {
  readonly port: number;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const HTML = 'text/html; charset=utf-8';
const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const NOT_FOUND: Reply = { status: 404, type: TEXT, body: 'There is nothing here.\n' };
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";
/** A message contains untrusted markup: no scripts, no loading, a separate origin. */
const MESSAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox";

export async function listenHttp(
  host: string,
  port: number,
  messages: () => readonly SunkMessage[],
): Promise<HttpListener> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sink');
    const reads = request.method === 'GET' || request.method === 'HEAD';
    send(response, reads ? route(pathname, messages()) : { status: 405, type: TEXT, body: 'Only GET.\n' });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function route(path: string, messages: readonly SunkMessage[]): Reply {
  if (path === '/') return { status: 200, type: HTML, body: listPage(messages) };
  if (path === '/api/messages') return json(messages);
  const match = /^(\/api)?\/messages\/(\d+)(?:\/(html|text|raw|attachments\/(\d+)))?$/.exec(path);
  const message = messages.find(({ number }) => String(number) === match?.[2]);
  if (!match || !message) return NOT_FOUND;
  if (match[1] !== undefined) return match[3] === undefined ? json(message) : NOT_FOUND;
  return part(message, match[3], Number(match[4]));
}

function part(message: SunkMessage, name: string | undefined, index: number): Reply {
  if (name === undefined) return { status: 200, type: HTML, body: messagePage(message) };
  if (name === 'text') return { status: 200, type: TEXT, body: message.text };
  if (name === 'raw') return { status: 200, type: TEXT, body: message.raw };
  if (name === 'html') {
    const headers = { 'content-security-policy': MESSAGE_POLICY };
    return { status: 200, type: HTML, body: framedHtml(message), headers };
  }
  const attachment = message.attachments[index];
  if (!attachment) return NOT_FOUND;
  // Always plain text, whatever the sender declared: the browser shows it and runs nothing.
  return { status: 200, type: TEXT, body: attachment.content };
}

function json(value: unknown): Reply {
  return { status: 200, type: JSON_TYPE, body: `${JSON.stringify(value, undefined, 2)}\n` };
}

function send(response: ServerResponse, { status, type, body, headers = {} }: Reply): void {
  response.writeHead(status, {
    'content-type': type,
    'content-security-policy': PAGE_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(body);
}
