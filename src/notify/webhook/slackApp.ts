/** Slack's API: a direct message to each address of an owner, or a post in the channel that the configuration gives it. */
import type { SendResult } from '../../core/notice/digest.ts';
import { addressesOf } from '../../core/owner/owners.ts';
import { post, type WebhookTarget } from './webhookPost.ts';

/** What an app of Slack has beside the settings of every chat. */
export interface SlackApp {
  /** Of the bot: `xoxb-…`. */
  readonly token: string;
  /** Address in lower case → id of a channel. */
  readonly channels: Readonly<Record<string, string>>;
}

/** Slack's API, with the settings of every chat. */
export type SlackApi = Omit<WebhookTarget, 'reads'>;

/** `https://docs.slack.dev/reference/methods/chat.postMessage#errors`: what may be otherwise in a minute. */
const LATER: ReadonlySet<string> = new Set([
  'fatal_error',
  'internal_error',
  'ratelimited',
  'rate_limited',
  'request_timeout',
  'service_unavailable',
]);

/**
 * Posts all bodies to each address, one after another; stops at the first that Slack did not acknowledge: an owner of several
 * addresses has the notice only if each of them has. It posts nothing where Slack does not know one of them: the others would get
 * the message again at every attempt.
 * @param target its `url` is that of the API, without a method
 * @param bodies texts as for an incoming webhook
 */
export async function postToOwner(
  target: SlackApi,
  app: SlackApp,
  owner: string,
  bodies: readonly string[],
  stop: AbortSignal,
): Promise<SendResult> {
  const channels = new Set<string>();
  for (const address of addressesOf(owner)) {
    const found = await channelOf(target, app, address, stop);
    if ('kind' in found) return found;
    channels.add(found.channel);
  }
  let result: SendResult = { kind: 'rejected', why: 'the notice has no resources' };
  for (const channel of channels) {
    for (const body of bodies) {
      const message = JSON.stringify({ ...(JSON.parse(body) as object), channel });
      result = await call(target, app, 'chat.postMessage', message, stop, ({ ts }) => typeof ts === 'string');
      if (result.kind !== 'accepted') return result;
    }
  }
  return result;
}

/** Slack opens the direct message when the id of a person stands for a channel. */
async function channelOf(
  target: SlackApi,
  app: SlackApp,
  address: string,
  stop: AbortSignal,
): Promise<{ readonly channel: string } | SendResult> {
  const known = ofAddress(app.channels, address);
  if (known !== undefined) return { channel: known };
  const { id, result } = await personOf(target, app, address, stop);
  if (id !== undefined) return { channel: id };
  return result.kind === 'accepted' ? result : { ...result, why: `looking for ${address}: ${result.why}` };
}

/** What a setting says about an address, whatever its case. */
export function ofAddress<T>(setting: Readonly<Record<string, T>>, address: string): T | undefined {
  const name = address.toLowerCase();
  return Object.hasOwn(setting, name) ? setting[name] : undefined;
}

/** Whom Slack knows by an address. */
export interface Person {
  /** Absent: nobody whom a message would reach, or no answer. */
  readonly id?: string;
  /** Slack answered: without an id nobody has this address. */
  readonly isKnown: boolean;
  readonly result: SendResult;
}

/** Nobody who left, no program, and nobody of another company in a shared channel has an address of an owner. */
export async function personOf(
  target: SlackApi,
  { token }: Pick<SlackApp, 'token'>,
  address: string,
  stop: AbortSignal,
): Promise<Person> {
  let found: Readonly<Record<string, unknown>> = {};
  let isKnown = false;
  // This method takes no JSON.
  const form = new URLSearchParams({ email: address }).toString();
  const result = await call(target, { token }, 'users.lookupByEmail', form, stop, ({ ok, error, user }) => {
    isKnown = ok === true || error === 'users_not_found';
    const { deleted, is_bot: isBot, is_stranger: isStranger, ...person } = (user ?? {}) as Record<string, unknown>;
    if (deleted === true || isBot === true || isStranger === true) return false;
    found = person;
    return typeof person.id === 'string' && person.id !== '';
  });
  return { ...(result.kind === 'accepted' ? { id: found.id as string } : {}), isKnown, result };
}

type Method = 'chat.postMessage' | 'users.lookupByEmail';

function call(
  { url, headers, secrets = [], ...times }: SlackApi,
  { token }: Pick<SlackApp, 'token'>,
  method: Method,
  body: string,
  stop: AbortSignal,
  isAnswer: (answer: Readonly<Record<string, unknown>>) => boolean,
): Promise<SendResult> {
  const form = method === 'users.lookupByEmail' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  return post(
    {
      ...times,
      url: `${url.replace(/\/$/, '')}/${method}`,
      headers: (text) => ({ ...headers(text), authorization: `Bearer ${token}`, ...form }),
      secrets: [...secrets, token],
      reads: (text) => judged(method, text, isAnswer),
    },
    body,
    stop,
  );
}

/** Slack refuses with the status 200: only `ok: true`, with what the method promises, is an acknowledgement. */
function judged(
  method: Method,
  text: string,
  isAnswer: (answer: Readonly<Record<string, unknown>>) => boolean,
): SendResult {
  const answer = parsed(text);
  const isWhole = answer !== undefined && isAnswer(answer);
  if (answer?.ok === true && isWhole) return { kind: 'accepted', response: `${method}: ok` };
  if (answer?.ok === false && typeof answer.error === 'string') {
    const why = `Slack says ${answer.error}`;
    return { kind: LATER.has(answer.error) ? 'failed' : 'rejected', why };
  }
  return { kind: 'failed', why: 'the answer does not say whether Slack did it' };
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}
