/** Slack's API over HTTP, as far as an app that posts needs it: it checks the token, the form of a request, and who is known. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from './webhookServer.ts';

export const SLACK_TOKEN = 'xoxb-111111111111-222222222222-abcdefghijkl';

export const SIGNING_SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

export interface Posted {
  readonly channel: string;
  readonly text: string;
  readonly attachments?: readonly { readonly blocks: readonly { readonly elements: readonly Button[] }[] }[];
}

export interface Button {
  readonly action_id: string;
  readonly text: { readonly text: string };
  readonly value: string;
  readonly url?: string;
}

/** What whoever pressed reads. */
export interface Answered {
  readonly response_type: 'ephemeral' | 'in_channel';
  readonly replace_original: boolean;
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
  /** In place of the answer to the next question for a person. */
  readonly lookUps: Answer[];
  /** What came to the address for answers. */
  readonly answered: Answered[];
  /** The address for answers to a press. */
  readonly answerTo: string;
  close(): Promise<void>;
}

export async function startSlack(): Promise<SlackServer> {
  const [people, posted, called, answers] = [new Map<string, object>(), [] as Posted[], [] as string[], [] as Answer[]];
  const [lookUps, answered] = [[] as Answer[], [] as Answered[]];
  /** https://docs.slack.dev/reference/methods/users.lookupByEmail takes a form, chat.postMessage JSON. */
  const answerTo = (request: IncomingMessage, method: string, body: string): object => {
    if (request.headers.authorization !== `Bearer ${SLACK_TOKEN}`) return { ok: false, error: 'invalid_auth' };
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    if (method === 'users.lookupByEmail') {
      const user = isForm ? people.get(new URLSearchParams(body).get('email') ?? '') : undefined;
      return user ? { ok: true, user } : { ok: false, error: 'users_not_found' };
    }
    if (method !== 'chat.postMessage' || isForm) return { ok: false, error: 'unknown_method' };
    const { channel, text, attachments } = JSON.parse(body) as Posted;
    if (!/^[CGU][A-Z0-9]+$/.test(channel ?? '')) return { ok: false, error: 'channel_not_found' };
    if (!text) return { ok: false, error: 'no_text' };
    const buttons = attachments?.flatMap(({ blocks }) => blocks.flatMap(({ elements }) => elements)) ?? [];
    if (buttons.some(isRefused)) return { ok: false, error: 'invalid_attachments' };
    posted.push({ channel, text, ...(attachments ? { attachments } : {}) });
    return { ok: true, channel, ts: `1793610000.${String(posted.length).padStart(6, '0')}`, message: { text } };
  };
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const method = (request.url ?? '').replace('/api/', '');
    if (method === ANSWERS) {
      answered.push(JSON.parse(body) as Answered);
      return response.end('ok');
    }
    called.push(method);
    const instead = method === 'chat.postMessage' ? answers.shift() : lookUps.shift();
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
    lookUps,
    answered,
    answerTo: `http://127.0.0.1:${port}${ANSWERS}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ANSWERS = '/actions/T0/111/abc';

/** https://docs.slack.dev/reference/block-kit/block-elements/button-element */
function isRefused({ action_id, text, value, url = '' }: Button): boolean {
  return !action_id || action_id.length > 255 || text.text.length > 75 || value.length > 2_000 || url.length > 3_000;
}

/** The buttons of a message. */
export function buttonsOf({ attachments = [] }: Posted): readonly Button[] {
  return attachments.flatMap(({ blocks }) => blocks.flatMap(({ elements }) => elements));
}

export interface Pressing {
  readonly user?: string;
  readonly channel?: string;
  readonly answerTo?: string;
  /** In place of the parts above, for what Slack says otherwise. */
  readonly payload?: object | string;
}

/** The body of a press as Slack writes it: PHP's JSON (`\\/`), and every other character of the form percent-encoded (`*` too). */
export function pressBody(slack: SlackServer, button: Button, given: Pressing = {}): string {
  const { user = 'U0DANA', channel = 'D0DANA', answerTo = slack.answerTo, payload } = given;
  const { action_id, value, url } = button;
  const said = payload ?? {
    type: 'block_actions',
    user: { id: user, username: 'dana', team_id: 'T0' },
    api_app_id: 'A0',
    channel: { id: channel, name: channel.startsWith('D') ? 'directmessage' : 'data' },
    message: { type: 'message', text: '*4 Ressourcen* für ❤ & <https://example.com|x>' },
    response_url: answerTo,
    trigger_id: '1.2.3',
    actions: [{ type: 'button', action_id, block_id: 'b', value, ...(url === undefined ? {} : { url }) }],
  };
  const json = typeof said === 'string' ? said : JSON.stringify(said).replaceAll('/', '\\/');
  const form = encodeURIComponent(json).replace(
    /[!'()*~]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `payload=${form.replaceAll('%20', '+')}`;
}

/** https://docs.slack.dev/authentication/verifying-requests-from-slack @param atMs ms since the epoch */
export function signedHeaders(body: string, atMs: number, secret = SIGNING_SECRET): Record<string, string> {
  const timestamp = String(Math.floor(atMs / 1000));
  const signature = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex');
  return {
    'content-type': 'application/x-www-form-urlencoded',
    'x-slack-request-timestamp': timestamp,
    'x-slack-signature': `v0=${signature}`,
  };
}
