/**
 * The signed token of an opt-out link: who may keep which resource, until when (P7, P8 in docs/behaviour/people.md).
 * A token names one resource, or all resources of one message.
 *
 *   h1.<key id>.<claims>.<HMAC-SHA256 of all before the last dot>      each part URL-safe
 *
 * Claims are signed, not encrypted: they must contain no secrets.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { LANGUAGES, type Language } from '../common/language.ts';
import { type Namespace, parseNamespace } from '../resource/namespace.ts';

/** The resource that the reader of a link may decide about. */
export interface OptOutClaims {
  readonly namespace: Namespace;
  /** Any characters; keeps its case. */
  readonly id: string;
  /** The address the link was sent to; recorded as the actor. */
  readonly owner: string;
  readonly group?: string;
  /** The mark's generation, so that the page can say that the resource has a new mark since. */
  readonly generation?: string;
  /** The language of the message; the pages behind the link use it too. */
  readonly language?: Language;
  /** ms since the epoch; from this instant the link is refused. */
  readonly expiresAt: number;
}

/** The claims of the links for a whole message: its recipient may decide about all resources in it. */
export interface MessageClaims {
  /** RFC 5322 Message-ID with its angle brackets; the notice or the reminder of a mark names it. */
  readonly messageId: string;
  /** The address the message was sent to; recorded as the actor. */
  readonly owner: string;
  /** As in {@link OptOutClaims}. */
  readonly language?: Language;
  /** ms since the epoch; from this instant the link is refused. */
  readonly expiresAt: number;
}

/** A signing key. The id is part of every token, so that keys can be rotated. */
export interface OptOutKey {
  /** Letters, digits, `_` and `-`, at most 32. */
  readonly id: string;
  readonly secret: string;
}

/** The outcome of reading the token of a link. */
export type TokenCheck<Claims = OptOutClaims> =
  | { readonly kind: 'valid'; readonly claims: Claims }
  /** Signed by us, but expired: it allows no decision any more. */
  | { readonly kind: 'expired'; readonly expiredAt: number; readonly language?: Language }
  /** Damaged, altered, or from another installation. */
  | { readonly kind: 'invalid' };

/** Longer tokens are refused before any computation. */
export const MAX_TOKEN_LENGTH = 4096;

const VERSION = 'h1';
const ALTERED: TokenCheck<never> = { kind: 'invalid' };

/** @throws RangeError when id, group and owner together are too long for a link */
export function sign(claims: OptOutClaims, key: OptOutKey): string {
  return signed(toTuple(claims), `a resource in ${claims.namespace}`, key);
}

/** @throws RangeError when the owner is too long for a link */
export function signMessage(claims: MessageClaims, key: OptOutKey): string {
  return signed(toMessageTuple(MESSAGE, claims), 'a message', key);
}

/** What a button of a message carries, which other readers of a channel may get to see: no page takes it. Throws as {@link signMessage}. */
export function signButton(claims: MessageClaims, key: OptOutKey): string {
  return signed(toMessageTuple(BUTTON, claims), 'a button', key);
}

/** Every key in `keys` is accepted; {@link sign} uses the first. The token of a message is refused. */
export function verify(token: string, keys: readonly OptOutKey[], now: number): TokenCheck {
  return check(token, keys, now, fromTuple);
}

/** As {@link verify}, for tokens of {@link signMessage}; the token of a resource is refused. */
export function verifyMessage(token: string, keys: readonly OptOutKey[], now: number): TokenCheck<MessageClaims> {
  return check(token, keys, now, (tuple) => fromMessageTuple(MESSAGE, tuple));
}

/** As {@link verify}, for tokens of {@link signButton}; a link is refused. */
export function verifyButton(token: string, keys: readonly OptOutKey[], now: number): TokenCheck<MessageClaims> {
  return check(token, keys, now, (tuple) => fromMessageTuple(BUTTON, tuple));
}

function signed(tuple: readonly unknown[], what: string, key: OptOutKey): string {
  const payload = Buffer.from(JSON.stringify(tuple)).toString('base64url');
  const text = `${VERSION}.${key.id}.${payload}`;
  const token = `${text}.${macOf(text, key)}`;
  if (token.length > MAX_TOKEN_LENGTH) {
    throw new RangeError(`the opt-out link of ${what} would have ${token.length} characters`);
  }
  return token;
}

function check<Claims extends Pick<OptOutClaims, 'expiresAt' | 'language'>>(
  token: string,
  keys: readonly OptOutKey[],
  now: number,
  read: (tuple: unknown) => Claims | undefined,
): TokenCheck<Claims> {
  if (token.length > MAX_TOKEN_LENGTH) return ALTERED;
  const match = /^(h1\.([\w-]{1,32})\.([\w-]+))\.([\w-]{43})$/.exec(token);
  if (!match) return ALTERED;
  const [, text = '', keyId = '', payload = '', mac = ''] = match;
  const key = keys.find((candidate) => candidate.id === keyId);
  if (!key || !sameText(mac, macOf(text, key))) return ALTERED;
  const claims = read(parseJson(Buffer.from(payload, 'base64url').toString()));
  if (!claims) return ALTERED;
  if (now >= claims.expiresAt) {
    const { expiresAt: expiredAt, language } = claims;
    return { kind: 'expired', expiredAt, ...(language ? { language } : {}) };
  }
  return { kind: 'valid', claims };
}

function macOf(signed: string, key: OptOutKey): string {
  return createHmac('sha256', key.secret).update(signed).digest('base64url');
}

/** Compares the texts, not the decoded bytes: the last character of base64url has unused bits. */
function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** In the place of the namespace in a resource's token; every namespace has a colon, so it is never one. */
const [MESSAGE, BUTTON] = ['message', 'button'] as const;
/** A later version may write a language that this version does not know: then it is ignored. */
const LastOfTuple = z.enum(LANGUAGES).optional().catch(undefined);
const MessageTuple = z.tuple([z.enum([MESSAGE, BUTTON]), z.string(), z.string(), z.int(), LastOfTuple]);
type OfMessage = z.output<typeof MessageTuple>[0];

function toMessageTuple(of: OfMessage, { messageId, owner, expiresAt, language }: MessageClaims): readonly unknown[] {
  return [of, messageId, owner, expiresAt, ...optional(language)];
}

function fromMessageTuple(of: OfMessage, tuple: unknown): MessageClaims | undefined {
  const parsed = MessageTuple.safeParse(tuple);
  if (!parsed.success || parsed.data[0] !== of) return undefined;
  const [, messageId, owner, expiresAt, language] = parsed.data;
  return { messageId, owner, expiresAt, ...(language ? { language } : {}) };
}

function optional(language: Language | undefined): readonly Language[] {
  return language === undefined ? [] : [language];
}

/** A tuple is a third shorter than an object; `null` means absent. */
const Nullable = z.string().nullable();
const Tuple = z.tuple([z.string(), z.string(), z.string(), z.int(), Nullable, Nullable, LastOfTuple]);

function toTuple(claims: OptOutClaims): readonly unknown[] {
  const { namespace, id, owner, expiresAt, group = null, generation = null, language } = claims;
  return [namespace, id, owner, expiresAt, group, generation, ...optional(language)];
}

function fromTuple(tuple: unknown): OptOutClaims | undefined {
  const parsed = Tuple.safeParse(tuple);
  if (!parsed.success) return undefined;
  const [name, id, owner, expiresAt, group, generation, language] = parsed.data;
  const namespace = parseNamespace(name);
  if (namespace === undefined) return undefined;
  return {
    namespace,
    id,
    owner,
    expiresAt,
    ...(group === null ? {} : { group }),
    ...(generation === null ? {} : { generation }),
    ...(language ? { language } : {}),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
