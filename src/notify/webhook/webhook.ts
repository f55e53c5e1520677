import { createHmac } from 'node:crypto';
import type { Language } from '../../core/common/language.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Digest, DigestRow, Room, SendResult } from '../../core/notice/digest.ts';
import type { WeeklyReport } from '../../core/notice/weekly.ts';
import { type ChatOptions, chatBodies, chatSizeOf } from '../chat/chat.ts';
import { slack } from '../chat/slackBody.ts';
import { teams } from '../chat/teamsBody.ts';
import { weeklyPost } from '../chat/weeklyPost.ts';
import { Packing } from '../message/batchBySize.ts';
import type { Transport } from '../message/transport.ts';
import { withoutLink, withoutLinks } from '../message/withoutLinks.ts';
import { catalogueOf } from '../texts/index.ts';
import { noticeBodies, noticeRoomOf, noticeSizeOf } from './noticeBody.ts';
import { postToOwner, type SlackApp } from './slackApp.ts';
import { post, type WebhookTarget } from './webhookPost.ts';

/** A webhook of the configuration. */
export interface WebhookSettings {
  readonly type: 'slack' | 'slackApp' | 'teams' | 'webhook';
  readonly name: string;
  readonly url: string;
  /** Includes each resource's link, with which any reader can decide as the owner. */
  readonly links: boolean;
  /** For a chat; `en` by default. */
  readonly language?: Language | undefined;
  /** Per request of the generic webhook; 1,000,000 by default. */
  readonly maxBytes?: number | undefined;
  /** Only for the generic webhook, which always has it. */
  readonly key?: SigningKey;
  /** Only for an app of Slack, which always has both. */
  readonly token?: string;
  readonly channels?: SlackApp['channels'];
  /** Only for an app of Slack: with it, messages have buttons (slackDoor.ts). */
  readonly signingSecret?: string | undefined;
}

/** {@link createWebhook} takes these beside the settings; only tests set the times and the wait. */
export interface WebhookOptions extends Pick<WebhookTarget, 'timeoutMs' | 'budgetMs' | 'backOffMs' | 'wait'> {
  readonly log: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
  /** It is the required transport: every resource must be in the notice (L45). */
  readonly isRequired: boolean;
}

/** The next notice has the resources that do not fit: people want to read other posts in the channel too. */
const POSTS_PER_NOTICE = 20;

/** Posts digests to a chat or a program. */
export function createWebhook(settings: WebhookSettings, options: WebhookOptions): Transport {
  const { name, url, key } = settings;
  const stop = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const { log: _log, now: _now, isRequired, ...times } = options;
  const targetOf = (messageId: string): WebhookTarget => {
    const headers = (body: string) => ({
      ...(key ? signatureHeaders(body, key, options.now()) : {}),
      'holystone-message-id': messageId,
    });
    return { url, headers, secrets: key ? [key.secret] : [], ...times };
  };
  const send = async (digest: Digest): Promise<SendResult> => {
    const bodies = await bodiesOf(shared(digest, settings), settings, isRequired);
    const target = targetOf(digest.messageId);
    const result = await (settings.type === 'slackApp'
      ? postToOwner(target, appOf(settings), digest.owner, bodies, stop.signal)
      : postAll(target, bodies, stop.signal));
    report(digest, result, settings, options);
    return result.kind === 'accepted' ? result : { ...result, why: `${name} did not accept the notice: ${result.why}` };
  };
  const followed = (sending: Promise<SendResult>) => {
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  };
  return {
    name,
    room: (preparedAt) => roomOf(settings, preparedAt),
    send: (digest) => followed(send(digest)),
    ...(settings.type === 'webhook'
      ? {}
      : {
          weekly(report: WeeklyReport) {
            const { dialect, catalogue } = chatOptions(settings, false);
            const body = dialect.body(weeklyPost(report, catalogue));
            return followed(post(targetOf(weeklyId(report)), body, stop.signal));
          },
        }),
    async close() {
      stop.abort();
      await Promise.allSettled(underWay);
    },
  };
}

/** The same for the same week: whoever gets it twice can tell. */
function weeklyId({ week }: WeeklyReport): string {
  return `<week.${new Date(week).toISOString().slice(0, 10)}@holystone>`;
}

function appOf({ token = '', channels = {} }: WebhookSettings): SlackApp {
  return { token, channels };
}

function shared(digest: Digest, { links }: WebhookSettings): Digest {
  return links ? digest : withoutLinks(digest);
}

async function bodiesOf(digest: Digest, settings: WebhookSettings, whole: boolean): Promise<readonly string[]> {
  if (settings.type === 'webhook') return noticeBodies(digest, maxBytesOf(settings));
  return chatBodies(digest, chatOptions(settings, whole));
}

/** The number of resources that fit into the allowed posts. */
function roomOf(settings: WebhookSettings, preparedAt: number): Room {
  const isChat = settings.type !== 'webhook';
  const options = chatOptions(settings, true);
  const packing = new Packing(isChat ? options.dialect.maxBytes : noticeRoomOf(maxBytesOf(settings)));
  const seen = settings.links ? (row: DigestRow) => row : withoutLink;
  const sizeOf = (row: DigestRow) => (isChat ? chatSizeOf(row, preparedAt, options) : noticeSizeOf(row));
  return { takes: (row) => packing.add(sizeOf(seen(row))) <= POSTS_PER_NOTICE };
}

function chatOptions({ type, language = 'en', signingSecret }: WebhookSettings, whole: boolean): ChatOptions {
  const buttons = signingSecret !== undefined;
  return { dialect: type === 'teams' ? teams : slack, catalogue: catalogueOf(language), whole, buttons };
}

function maxBytesOf({ maxBytes = 1_000_000 }: WebhookSettings): number {
  return maxBytes;
}

/** One after another; stops at the first failure. */
async function postAll(target: WebhookTarget, bodies: readonly string[], stop: AbortSignal): Promise<SendResult> {
  let result: SendResult = { kind: 'rejected', why: 'the notice has no resources' };
  for (const body of bodies) {
    result = await post(target, body, stop);
    if (result.kind !== 'accepted') return result;
  }
  return result;
}

function report(
  { owner, messageId, rows }: Digest,
  result: SendResult,
  { name }: WebhookSettings,
  { log, isRequired }: WebhookOptions,
): void {
  const fields = { transport: name, owner, messageId, resources: rows.length };
  if (result.kind === 'accepted') {
    const what = isRequired ? 'a notice was sent' : 'a copy of a notice was sent';
    log.info({ ...fields, response: result.response }, what);
    return;
  }
  const what = isRequired ? 'a notice was not sent' : 'a copy of a notice was not sent';
  log.warn({ ...fields, why: result.why, permanent: result.kind === 'rejected' }, what);
}

/** For HMAC-SHA256 over the time and the body. */
export interface SigningKey {
  /** Identifies the key in the request, so that keys can be rotated. */
  readonly id: string;
  readonly secret: string;
}

/**
 * HMAC-SHA256 over `timestamp.body`, hex. A receiver computes the same with the key of that id, compares in constant
 * time, and refuses timestamps more than five minutes from its own time: this prevents replays.
 * @param nowMs ms since the epoch; the header has seconds
 */
export function signatureHeaders(body: string, { id, secret }: SigningKey, nowMs: number): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'holystone-timestamp': timestamp,
    'holystone-key-id': id,
    'holystone-signature': `v1=${digest}`,
  };
}
