/** Slack's API over HTTP, as far as an app that posts needs it: it checks the token, the form of a request, and who is known. */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './webhookServer.ts';

export const SLACK_TOKEN = 'xoxb-111111111111-222222222222-abcdefghijkl';

export interface Posted {
  readonly channel: string;
  readonly text: string;
}

export interface SlackServer {
  /** Of the API, without a method. */
  readonly url: string;
  /** Address → id of a person. */
  readonly people: Map<string, object>;
  /** Acknowledged messages. */
  readonly posted: Posted[];
  /** The methods that were called, in order. */
  readonly called: string[];
  /** In place of the answer to the next message. */
  readonly answers: Answer[];
  close(): Promise<void>;
}

export async function startSlack(): Promise<SlackServer> {
  const [people, posted, called, answers] = [new Map<string, object>(), [] as Posted[], [] as string[], [] as Answer[]];
  /** https://docs.slack.dev/reference/methods/users.lookupByEmail takes a form, chat.postMessage JSON. */
  const answerTo = (request: IncomingMessage, method: string, body: string): object => {
    if (request.headers.authorization !== `Bearer ${SLACK_TOKEN}`) return { ok: false, error: 'invalid_auth' };
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (method === 'users.lookupByEmail') {
      const user = isForm ? people.get(new URLSearchParams(body).get('email') ?? '') : undefined;
      return user ? { ok: true, user } : { ok: false, error: 'users_not_found' };
    }
    if (method !== 'chat.postMessage' || isForm) return { ok: false, error: 'unknown_method' };
    const { channel, text } = JSON.parse(body) as Posted;
    if (!/^[CGU][A-Z0-9]+$/.test(channel ?? '')) return { ok: false, error: 'channel_not_found' };
    if (!text) return { ok: false, error: 'no_text' };
    posted.push({ channel, text });
    return { ok: true, channel, ts: `1793610000.${String(posted.length).padStart(6, '0')}`, message: { text } };
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const method = (request.url ?? '').replace('/api/', '');
    called.push(method);
    const instead = method === 'chat.postMessage' ? answers.shift() : undefined;
    if (instead) return instead(response);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answerTo(request, method, body)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api`,
    people,
    posted,
    called,
    answers,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
