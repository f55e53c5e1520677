import type { Digest, SendResult } from '../core/digest.ts';
import type { Logger } from '../core/logger.ts';
import { parseAddress } from '../core/owner.ts';
import type { Notifier } from '../core/ports.ts';
import { visible } from '../core/visible.ts';
import { renderDigest } from './renderDigest.ts';
import { createSmtp, type Smtp } from './smtp.ts';

export interface SmtpNotifierOptions {
  /** `smtp://user:password@host:port` or `smtps://…`, with nodemailer's options as query. */
  readonly url: string;
  /** `Holystone <holystone@example.com>` */
  readonly from: string;
  readonly log: Logger;
  /** For a message as a whole; 60 s by default. */
  readonly timeoutMs?: number;
  /** An archive, a team: gets every message, and counts for nothing (L46). */
  readonly copyTo?: readonly string[];
}

export interface SmtpNotifier extends Notifier {
  /** For the start: `undefined` when the server can be used, else a sentence that names it and what to do. */
  verify(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** RFC 3834 §5: tells automatic responders that nobody waits for their answer. */
const HEADERS = { 'Auto-Submitted': 'auto-generated' };

/** Sends digests by SMTP. `send` does not reject for anything a mail server does. */
export function createSmtpNotifier(options: SmtpNotifierOptions): SmtpNotifier {
  const { url, from, log, timeoutMs = 60_000, copyTo = [] } = options;
  const smtp = createSmtp(url, timeoutMs);
  return {
    send: (digest) => send(smtp, digest, { from, log, copyTo }),
    async verify() {
      const problem = await smtp.verify();
      if (problem === undefined) return undefined;
      return `The mail server ${smtp.address} cannot be used: ${problem}. Check mail.smtp in the configuration, and that the server is up and takes mail from here. Nothing is deleted whose owner was not told.`;
    },
    close: () => smtp.close(),
  };
}

async function send(
  smtp: Smtp,
  digest: Digest,
  { from, log, copyTo }: { from: string; log: Logger; copyTo: readonly string[] },
): Promise<SendResult> {
  const to = parseAddress(digest.owner);
  if (to === undefined) return { kind: 'rejected', why: `${visible(digest.owner)} is not an e-mail address` };
  const answer = await smtp.send({
    ...renderDigest(digest, { from }),
    from,
    to,
    copies: copyTo.filter((address) => address !== to),
    messageId: digest.messageId,
    date: digest.preparedAt,
    headers: HEADERS,
  });
  const fields = { owner: to, messageId: digest.messageId, resources: digest.rows.length, server: smtp.address };
  if (answer.kind !== 'accepted') {
    const why = `${smtp.address} did not take the message to ${to}: ${answer.why}`;
    log.warn({ ...fields, why: answer.why, permanent: answer.kind === 'permanent' }, 'a notice was not sent');
    return { kind: answer.kind === 'permanent' ? 'rejected' : 'failed', why };
  }
  if (answer.copiesRefused.length > 0) log.warn({ ...fields, refused: answer.copiesRefused }, 'a copy was refused');
  log.info({ ...fields, response: answer.response }, 'a notice was sent');
  return { kind: 'accepted', response: answer.response };
}
