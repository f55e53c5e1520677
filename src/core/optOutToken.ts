/**
 * The signed token of an opt-out link: who may keep what, until when (people.md 7, 8).
 *
 *   h1.<key id>.<claims>.<HMAC-SHA256 of all before the last dot>      each part URL-safe
 *
 * Claims are signed, not encrypted: nothing secret belongs into them.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Namespace, parseNamespace } from './namespace.ts';

/** What a link lets its reader decide about. */
export interface OptOutClaims {
  readonly namespace: Namespace;
  /** Any characters, in its own case. */
  readonly id: string;
  /** The address the link was sent to; recorded as the actor. */
  readonly owner: string;
  readonly group?: string;
  /** The mark's, so that the page can say that the resource was marked anew since. */
  readonly generation?: string;
  /** ms since the epoch; from here on the link is refused. */
  readonly expiresAt: number;
}

/** A signing key. The id is part of every token, so that keys can be rotated. */
export interface OptOutKey {
  /** Letters, digits, `_` and `-`, at most 32. */
  readonly id: string;
  readonly secret: string;
}

export type TokenCheck =
  | { readonly kind: 'valid'; readonly claims: OptOutClaims }
  /** `why` is a sentence for the page. */
  | { readonly kind: 'invalid' | 'expired'; readonly why: string };

/** Longer tokens are refused before anything is computed. */
export const MAX_TOKEN_LENGTH = 4096;

const VERSION = 'h1';
const MINIMUM_SECRET_LENGTH = 16;
const ALTERED: TokenCheck = {
  kind: 'invalid',
  why: 'This link is damaged, or it was not made by this Holystone. Open it again from the message, in full.',
};

/**
 * A key from a configured secret; its id is derived, so one list of secrets is all there is to configure.
 * @throws RangeError for a secret shorter than 16 characters
 */
export function optOutKey(secret: string): OptOutKey {
  if (secret.length < MINIMUM_SECRET_LENGTH) {
    throw new RangeError(`an opt-out key needs a secret of at least ${MINIMUM_SECRET_LENGTH} characters`);
  }
  const id = createHash('sha256').update(`holystone opt-out key id\n${secret}`).digest('base64url').slice(0, 8);
  return { id, secret };
}

/** @throws RangeError when id, group and owner together are too long for a link */
export function sign(claims: OptOutClaims, key: OptOutKey): string {
  const payload = Buffer.from(JSON.stringify(toTuple(claims))).toString('base64url');
  const signed = `${VERSION}.${key.id}.${payload}`;
  const token = `${signed}.${macOf(signed, key)}`;
  if (token.length > MAX_TOKEN_LENGTH) {
    throw new RangeError(`the opt-out link of a resource in ${claims.namespace} would have ${token.length} characters`);
  }
  return token;
}

/** Every key in `keys` is accepted; {@link sign} uses the first. */
export function verify(token: string, keys: readonly OptOutKey[], now: number): TokenCheck {
  if (token.length > MAX_TOKEN_LENGTH) return ALTERED;
  const match = /^(h1\.([\w-]{1,32})\.([\w-]+))\.([\w-]{43})$/.exec(token);
  if (!match) return ALTERED;
  const [, signed = '', keyId = '', payload = '', mac = ''] = match;
  const key = keys.find((candidate) => candidate.id === keyId);
  if (!key || !sameText(mac, macOf(signed, key))) return ALTERED;
  const claims = fromPayload(payload);
  if (!claims) return ALTERED;
  if (now >= claims.expiresAt) {
    return { kind: 'expired', why: `This link was valid until ${new Date(claims.expiresAt).toISOString()}.` };
  }
  return { kind: 'valid', claims };
}

function macOf(signed: string, key: OptOutKey): string {
  return createHmac('sha256', key.secret).update(signed).digest('base64url');
}

/** Compares the texts, not what they decode to: the last character of base64url has bits that do not count. */
function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** A tuple is a third shorter than an object; `null` is "not there". */
const Tuple = z.tuple([z.string(), z.string(), z.string(), z.int(), z.string().nullable(), z.string().nullable()]);

function toTuple(claims: OptOutClaims): z.infer<typeof Tuple> {
  const { namespace, id, owner, expiresAt, group = null, generation = null } = claims;
  return [namespace, id, owner, expiresAt, group, generation];
}

function fromPayload(payload: string): OptOutClaims | undefined {
  const parsed = Tuple.safeParse(parseJson(Buffer.from(payload, 'base64url').toString()));
  if (!parsed.success) return undefined;
  const [name, id, owner, expiresAt, group, generation] = parsed.data;
  const namespace = parseNamespace(name);
  if (namespace === undefined) return undefined;
  return {
    namespace,
    id,
    owner,
    expiresAt,
    ...(group === null ? {} : { group }),
    ...(generation === null ? {} : { generation }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
