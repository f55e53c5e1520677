import type { FastifyReply } from 'fastify';
import type { Logger } from '../../../core/common/logger.ts';
import { visible } from '../../../core/text/visible.ts';
import { clientKey } from '../../app/clientKey.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { Certificates } from './certificates.ts';
import { readSesNotification } from './sesNotification.ts';
import { isSnsUrl, SnsMessage, signatureProblem } from './snsMessage.ts';

/** SNS sends at most 256 KB. */
const BODY_LIMIT = 300 * 1024;

/** The path of the topic's subscription. */
export const SES_HOOK = '/hooks/ses';

/** `POST /hooks/ses`: Amazon SES reports, through SNS, a bounce or a complaint. */
export async function sesRoutes(app: App, deps: PublicDeps): Promise<void> {
  const { ses } = deps;
  if (!ses) return;
  const certificates = new Certificates(ses.readUrl);
  // SNS declares its JSON as text/plain.
  app.addContentTypeParser(['text/plain', 'application/json'], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  app.post(SES_HOOK, { bodyLimit: BODY_LIMIT }, async ({ body, ip }, reply) => {
    const message = parse(body);
    if (!ses.topics.includes(message.TopicArn)) throw new Problem('forbidden', 'This topic is not configured.');
    const checks = { certificates, asker: { now: deps.clock.now(), client: clientKey(ip) } };
    const problem = await signatureProblem(message, checks).catch((cause: unknown) => {
      throw new Problem('upstream', 'The certificate of the signature could not be read.', { cause });
    });
    if (problem !== undefined) throw new Problem('forbidden', `This message is not from SNS: ${problem}.`);
    if (message.Type === 'Notification') return take(message.Message, ses, deps.log, reply);
    if (message.Type === 'SubscriptionConfirmation') await confirm(message, ses, deps.log);
    if (message.Type === 'UnsubscribeConfirmation') {
      deps.log.warn({ topic: message.TopicArn }, 'a subscription for bounces has ended');
    }
    return reply.type('text/plain').send('ok\n');
  });
}

type Ses = NonNullable<PublicDeps['ses']>;

function parse(body: unknown): SnsMessage {
  let json: unknown;
  try {
    json = JSON.parse(String(body));
  } catch (cause) {
    throw new Problem('badRequest', 'The body is not JSON.', { cause });
  }
  const parsed = SnsMessage.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Problem(
    'badRequest',
    'The body is not an SNS message; switch raw delivery off, because raw messages are not signed.',
  );
}

/** Confirms only a URL at SNS itself, and for the topic of the message. */
async function confirm(message: Extract<SnsMessage, { Token: string }>, { readUrl }: Ses, log: Logger): Promise<void> {
  const { SubscribeURL: url, TopicArn: topic } = message;
  const isItsOwn = isSnsUrl(url, topic) && new URL(url).searchParams.get('TopicArn') === topic;
  if (!isItsOwn) throw new Problem('forbidden', 'The confirmation URL is not at SNS, or is for another topic.');
  try {
    await readUrl(url);
  } catch (cause) {
    throw new Problem('upstream', 'The subscription could not be confirmed.', { cause });
  }
  log.info({ topic }, 'a subscription for bounces is confirmed');
}

/** A report about a foreign message is no failure: others may share the topic. A store error is: SNS tries again. */
async function take(json: string, { bounced }: Ses, log: Logger, reply: FastifyReply): Promise<FastifyReply> {
  const notification = readSesNotification(json);
  if (!notification) log.warn({}, 'a message from SNS is not a notification of SES');
  if (notification?.kind === 'failed') {
    const { messageId, recipients } = notification;
    if (messageId === undefined) {
      const hint = 'let SES include the original headers in its notifications';
      log.warn(
        { recipients: recipients.map(({ recipient }) => visible(recipient)), hint },
        'a bounce names no message',
      );
    } else for (const failed of recipients) await bounced({ ...failed, messageId, actor: 'amazon-ses' });
  }
  return reply.type('text/plain').send('ok\n');
}
