/** Sends one message over SMTP and returns the outcome. */
import { createTransport } from 'nodemailer';
import type { SentMessageInfo } from 'nodemailer/lib/smtp-pool';
import { messageOf } from '../../core/common/errors.ts';
import { shorten, visible } from '../../core/text/visible.ts';
import { streamEachAttempt } from './smtpAttachment.ts';
import { parseSmtpUrl } from './smtpUrl.ts';

interface SmtpMessage {
  readonly from: string;
  /** Validated addresses, all of one owner; at least one. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly content: string;
  }[];
  /** With its angle brackets. */
  readonly messageId: string;
  /** ms since the epoch; the `Date:` header. */
  readonly date: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The server's reply about `to`. `permanent`: 5xx, a repeated message is refused again. `temporary`: 4xx, no reply in
 * time, no connection, no login; the reply may also have been lost after the message arrived. Of several recipients one
 * that is refused for a while makes the whole answer `temporary`, and one that is refused for good is left out, unless
 * all are: whoever may still get the message shall have it before it counts.
 */
type SmtpAnswer =
  | {
      readonly kind: 'accepted';
      readonly response: string;
      /** Refused for good, while others were accepted. */
      readonly refused: readonly { readonly to: string; readonly why: string }[];
    }
  | { readonly kind: 'permanent' | 'temporary'; readonly why: string };

/** A connection to one mail server; its errors contain no password. */
export interface Smtp {
  /** `smtp://host:port`, without credentials. */
  readonly address: string;
  /** Never rejects. */
  send(message: SmtpMessage): Promise<SmtpAnswer>;
  /** Connects and logs in. `undefined` on success, else the reason. */
  verify(): Promise<string | undefined>;
  /** Waits for the messages under way, at most the time-out, then ends the connections. */
  close(): Promise<void>;
}

/** {@link createSmtp} takes these beside the server's URL. */
export interface SmtpOptions {
  /** For the connection, for each reply, and for a message as a whole, ms. */
  readonly timeoutMs: number;
  /** PEM of a CA that replaces the public ones for the server's certificate. */
  readonly ca?: string;
  /** Signs every message (RFC 6376). */
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string };
}

/** The used part of nodemailer's errors; `permanent` comes from the reply code. */
interface Failure {
  readonly code?: string | undefined;
  readonly permanent?: boolean | undefined;
  /** The server's own text. */
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
  readonly rejectedErrors?: readonly Failure[] | undefined;
}

/** @param url see {@link parseSmtpUrl} */
export function createSmtp(url: string, options: SmtpOptions): Smtp {
  const { timeoutMs } = options;
  const { address, conceal } = parseSmtpUrl(url);
  const pool = openPool(url, options);
  // A kept connection may break without harm: the next message opens another one.
  pool.on('error', () => undefined);
  pool.use('stream', ({ message: composed, data }, done) => {
    const { texts } = data as ReturnType<typeof mailOf>;
    streamEachAttempt(composed, texts);
    done();
  });
  const underWay = new Set<Promise<unknown>>();

  const delivered = new Delivered();

  const send = async (message: SmtpMessage): Promise<SmtpAnswer> => {
    const left = delivered.left(message);
    try {
      const info = await pool.sendMail(mailOf(message, left, AbortSignal.timeout(timeoutMs)));
      const accepted = left.filter((one) => info.accepted.some((address) => isSame(address, one)));
      delivered.add(message, accepted);
      return answerOf(message, delivered, { failure: info, response: oneLine(info.response), timeoutMs });
    } catch (error) {
      return answerOf(message, delivered, { failure: error as Failure, response: 'accepted before', timeoutMs });
    }
  };

  return {
    address,
    async send(message) {
      const sending = send(message);
      underWay.add(sending);
      const answer = await sending.finally(() => underWay.delete(sending));
      if ('why' in answer) return { ...answer, why: conceal(answer.why) };
      const refused = answer.refused.map(({ to, why }) => ({ to, why: conceal(why) }));
      return { ...answer, response: conceal(answer.response), refused };
    },
    verify: () =>
      pool.verify().then(
        () => undefined,
        (error: unknown) => conceal(wordsOf(error as Failure)),
      ),
    async close() {
      await Promise.allSettled(underWay);
      pool.close();
    },
  };
}

function openPool(url: string, { timeoutMs, ca, dkim }: SmtpOptions) {
  return createTransport({
    url,
    pool: true,
    maxConnections: 2,
    // One more try on a new connection, and only when a kept one was closed before a byte of the message left.
    maxRequeues: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketCloseTimeout: 1000,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(ca === undefined ? {} : { tls: { ca } }),
    ...(dkim ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } } : {}),
  });
}

/** @param left those who shall get it now; the header names everybody */
function mailOf(message: SmtpMessage, left: readonly string[], signal: AbortSignal) {
  const { from, to, subject, html, text, attachments, messageId, date, headers } = message;
  return {
    from,
    // An object is always one address; nodemailer would parse a string for several.
    to: to.map((address) => ({ name: '', address })),
    ...(left.length === to.length ? {} : { envelope: { from, to: [...left] } }),
    subject,
    html,
    text,
    // The contents follow piece by piece.
    attachments: attachments.map(({ filename, contentType }) => ({ filename, contentType, content: '' })),
    texts: new Map(attachments.map(({ filename, content }) => [filename, content])),
    messageId,
    date: new Date(date),
    headers: { ...headers },
    signal,
  };
}

/** Messages of which some recipients have theirs: so many, and then the oldest is forgotten, which sends it once more. */
const MOST_PARTLY = 1000;

/** Who has a message already: a retry for the others sends it to nobody twice. */
class Delivered {
  readonly #to = new Map<string, Set<string>>();

  has({ messageId }: SmtpMessage, to: string): boolean {
    return this.#to.get(messageId)?.has(to) ?? false;
  }

  /** Those who do not have it yet; all, if nobody is left: somebody sends it again on purpose. */
  left(message: SmtpMessage): readonly string[] {
    const left = message.to.filter((one) => !this.has(message, one));
    if (left.length > 0) return left;
    this.#to.delete(message.messageId);
    return message.to;
  }

  add({ messageId, to }: SmtpMessage, accepted: readonly string[]): void {
    if (to.length === 1) return;
    const known = this.#to.get(messageId) ?? new Set();
    for (const one of accepted) known.add(one);
    this.#to.delete(messageId);
    this.#to.set(messageId, known);
    for (const oldest of this.#to.keys()) {
      if (this.#to.size <= MOST_PARTLY) break;
      this.#to.delete(oldest);
    }
  }
}

interface Outcome {
  readonly failure: Failure & Partial<Pick<SentMessageInfo, 'accepted'>>;
  readonly response: string;
  readonly timeoutMs: number;
}

/** Nodemailer also resolves for a message without an accepted recipient; only the acceptance of `to` counts (L46). */
function answerOf(message: SmtpMessage, delivered: Delivered, { failure, response, timeoutMs }: Outcome): SmtpAnswer {
  const hasIt = (one: string) =>
    delivered.has(message, one) || (failure.accepted?.some((address) => isSame(address, one)) ?? false);
  const others = message.to.filter((one) => !hasIt(one)).map((to) => ({ to, ...refusalOf(failure, to, timeoutMs) }));
  const [first] = others;
  if (!first) return { kind: 'accepted', response, refused: [] };
  const forNow = others.find(({ kind }) => kind === 'temporary');
  if (forNow) return { kind: 'temporary', why: aboutOne(message, forNow) };
  if (others.length === message.to.length) return { kind: 'permanent', why: aboutOne(message, first) };
  return { kind: 'accepted', response, refused: others.map(({ to, why }) => ({ to, why })) };
}

function aboutOne({ to: all }: SmtpMessage, { to, why }: { readonly to: string; readonly why: string }): string {
  return all.length === 1 ? why : `${to}: ${why}`;
}

/** A refusal of this recipient is more precise than the error of the whole message. */
function refusalOf(
  failure: Failure,
  to: string,
  timeoutMs: number,
): { readonly kind: 'permanent' | 'temporary'; readonly why: string } {
  const own = failure.rejectedErrors?.find(({ recipient }) => recipient !== undefined && isSame(recipient, to));
  const { code, permanent, responseCode = 0 } = own ?? failure;
  if (code === 'EABORT') return { kind: 'temporary', why: `no answer within ${timeoutMs / 1000} s` };
  // RFC 4954: these codes are about our login, which an operator can repair, not about the message.
  const aboutLogin = code === 'EAUTH' || [530, 534, 535, 538].includes(responseCode);
  return { kind: permanent === true && !aboutLogin ? 'permanent' : 'temporary', why: wordsOf(own ?? failure) };
}

/** Nodemailer may change the spelling of a domain. */
function isSame(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

function wordsOf(failure: Failure): string {
  return oneLine(failure.response ?? messageOf(failure));
}

function oneLine(text: string): string {
  return shorten(visible(text.trim().replace(/\s+/g, ' ')), 300);
}
