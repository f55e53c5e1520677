import type { Language } from '../../core/common/language.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Digest, Room, SendResult } from '../../core/notice/digest.ts';
import type { ExpediteReport } from '../../core/notice/expediteReport.ts';
import type { Notifier } from '../../core/notice/notifier.ts';
import { copyIdOf } from '../../core/notice/sentMessage.ts';
import { addressesOf } from '../../core/owner/owners.ts';
import { endsOf } from '../../core/resource/ends.ts';
import { parseAddress } from '../../core/text/address.ts';
import { visible } from '../../core/text/visible.ts';
import { itemOf } from '../message/item.ts';
import type { Voice } from '../message/message.ts';
import { withoutLinks } from '../message/withoutLinks.ts';
import { catalogueOf } from '../texts/index.ts';
import { csvRoom } from './csv.ts';
import { renderExpedited } from './expediteMessage.tsx';
import { headersOf } from './headers.ts';
import { renderDigest } from './renderDigest.ts';
import { createSmtp, type Smtp, type SmtpOptions } from './smtp.ts';

/** The key `mail` of the configuration, with the files that it names already read. */
export interface SmtpNotifierOptions extends Omit<SmtpOptions, 'timeoutMs'> {
  /** `smtp://user:password@host:port` or `smtps://…`, with nodemailer's options as query. */
  readonly url: string;
  /** `Holystone <holystone@example.com>` */
  readonly from: string;
  /** `en` by default. */
  readonly language?: Language;
  readonly intro?: string | undefined;
  readonly contact?: string | undefined;
  readonly log: Logger;
  /** For a message as a whole, ms; 60 s by default. */
  readonly timeoutMs?: number;
  /** An archive, a team: gets a copy of every message, which never counts as notice (L46). */
  readonly copyTo?: readonly string[];
}

/** The transport by mail; it alone has copies, and the message about an early deletion. */
export interface SmtpNotifier extends Notifier {
  room(preparedAt: number): Room;
  /** Sends each of `copyTo` a separate message: without links, and with its own Message-ID. Does not reject. */
  copy(digest: Digest): Promise<void>;
  notifyExpedited(report: ExpediteReport): Promise<SendResult>;
  /** For the start: `undefined` when the server works, else a sentence with the server and the advice. */
  verify(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Sends digests by SMTP. `send` does not reject for any failure of a mail server. */
export function createSmtpNotifier(options: SmtpNotifierOptions): SmtpNotifier {
  const { url, from, language = 'en', log, timeoutMs = 60_000, copyTo = [] } = options;
  const smtp = createSmtp(url, { ...options, timeoutMs });
  const sender = { smtp, from, language, log, voice: { from, intro: options.intro, contact: options.contact } };
  const underWay = new Set<Promise<unknown>>();
  const tracked = <T>(sending: Promise<T>): Promise<T> => {
    underWay.add(sending);
    return sending.finally(() => underWay.delete(sending));
  };
  return {
    room(preparedAt) {
      const list = csvRoom();
      return { takes: (row) => list.takes(itemOf(row, preparedAt, catalogueOf(language))) };
    },
    send: (digest) => tracked(send(sender, digest)),
    notifyExpedited: (report) => tracked(sendExpedited(sender, report)),
    async copy(digest) {
      const owners = new Set(addressesOf(digest.owner).map((address) => address.toLowerCase()));
      const readers = copyTo.filter((address) => !owners.has(address.toLowerCase()));
      await Promise.allSettled(readers.map((to) => tracked(sendCopy(sender, digest, to))));
    },
    async verify() {
      const problem = await smtp.verify();
      if (problem === undefined) return undefined;
      return `The mail server ${smtp.address} cannot be used: ${problem}. Check mail.smtp in the configuration, and that the server runs and accepts mail from this machine. Until then Holystone deletes nothing.`;
    },
    async close() {
      await Promise.allSettled(underWay);
      await smtp.close();
    },
  };
}

interface Sender {
  readonly smtp: Smtp;
  readonly from: string;
  readonly voice: Voice;
  readonly language: Language;
  readonly log: Logger;
}

async function send({ smtp, from, voice, language, log }: Sender, digest: Digest): Promise<SendResult> {
  const to = addressesOf(digest.owner).flatMap((address) => parseAddress(address) ?? []);
  if (to.length !== addressesOf(digest.owner).length)
    return { kind: 'rejected', why: `${visible(digest.owner)} is not an e-mail address` };
  const { messageId, preparedAt: date } = digest;
  const rendered = await renderDigest(digest, { ...voice, language });
  const answer = await smtp.send({ ...rendered, from, to, messageId, date, headers: headersOf(digest) });
  const { subject } = rendered;
  const fields = { owner: digest.owner, messageId, resources: digest.rows.length, server: smtp.address };
  if (answer.kind !== 'accepted') {
    const why = `${smtp.address} did not accept the message to ${digest.owner}: ${answer.why}`;
    log.warn({ ...fields, why: answer.why, permanent: answer.kind === 'permanent' }, 'a notice was not sent');
    return { kind: answer.kind === 'permanent' ? 'rejected' : 'failed', why, subject };
  }
  for (const { to: recipient, why } of answer.refused) {
    log.warn({ ...fields, recipient, why }, 'one of the people of an owner did not get a notice');
  }
  log.info({ ...fields, response: answer.response }, 'a notice was sent');
  return { kind: 'accepted', response: answer.response, subject };
}

/** The copy goes into the thread of its original. */
async function sendCopy({ smtp, from, voice, language, log }: Sender, digest: Digest, to: string): Promise<void> {
  const messageId = copyIdOf(digest.messageId);
  const rendered = await renderDigest(digest, { ...voice, language, isCopy: true });
  const headers = headersOf(withoutLinks({ ...digest, threadId: digest.messageId }));
  const answer = await smtp.send({ ...rendered, from, to: [to], messageId, date: digest.preparedAt, headers });
  const fields = { transport: 'copyTo', recipient: to, owner: digest.owner, messageId };
  if (answer.kind === 'accepted') log.info({ ...fields, response: answer.response }, 'a copy of a notice was sent');
  else log.warn({ ...fields, why: answer.why }, 'a copy of a notice was not sent');
}

async function sendExpedited({ smtp, from, language, log }: Sender, report: ExpediteReport): Promise<SendResult> {
  const { to, messageId, at: date, owner } = report;
  const headers = { 'Auto-Submitted': 'auto-generated' };
  const answer = await smtp.send({
    ...renderExpedited(report, catalogueOf(language, endsOf([report]))),
    from,
    to: [to],
    messageId,
    date,
    headers,
  });
  const fields = { recipient: to, owner, messageId, server: smtp.address };
  if (answer.kind === 'accepted') {
    log.info({ ...fields, response: answer.response }, 'a request to delete early was told');
    return { kind: 'accepted', response: answer.response };
  }
  const why = `${smtp.address} did not accept the message to ${to}: ${answer.why}`;
  log.warn({ ...fields, why: answer.why }, 'a request to delete early was not told');
  return { kind: answer.kind === 'permanent' ? 'rejected' : 'failed', why };
}
