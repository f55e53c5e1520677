import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defined } from '../../core/common/defined.ts';
import type { AccessToken, OperatorDeps } from './deps.ts';
import { type Identity, mayChangeFleet, type TokenAccess } from './identity.ts';
import { isLoopbackAddress, isLoopbackHost, isSafe, refuseCrossSite } from './origin.ts';
import { Problem } from './problem.ts';
import type { App } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the request, for the audit log; set before any handler of the operator's listener runs. */
    actor: string;
    /** The same with its rights. */
    identity: Identity;
    /** Whether its identity has its rights still: for an answer that lives longer than a moment. */
    mayStillRead: () => Promise<boolean>;
    /** Why the request was refused. */
    refusal: Problem | undefined;
  }
  interface FastifyContextConfig {
    /** The access that the route needs; by default GET needs a reader, other methods an operator. */
    access?: TokenAccess;
    /**
     * The handler asks `requireChange` or `mayChange` about each account that it changes. Without it, only an operator
     * of the whole fleet may use a route that changes something.
     */
    perAccount?: true;
    /** No sign-in is needed, and it may read the identity: the pages with which a person signs in. */
    open?: true;
  }
}

/** The sessions of people who signed in through an identity provider. */
export interface SessionReader {
  /** `undefined`: this `Cookie` header has no session. Rejects with `StoreError`. */
  identify(cookies: string | undefined): Promise<Identity | undefined>;
  /** Whether the session lives and has a right; asking is no use of it. Rejects with `StoreError`. */
  lives(cookies: string | undefined): Promise<boolean>;
}

/** The actor when no token is configured: every client of the loopback listener. */
const LOOPBACK_ACTOR = 'operator@loopback';

/** On a route that is open to all. */
const ANONYMOUS: Identity = { actor: '', access: 'reader', by: 'anonymous' };

/** Without tokens and without sign-in every client may change everything: such a listener must be bound to loopback only. */
export function requiresLoopback(tokens: readonly AccessToken[], signIn?: unknown): boolean {
  return tokens.length === 0 && signIn === undefined;
}

/** Lets a request through only when it may use its route (P11). */
export function guardAccess(
  app: App,
  { tokens, audit, clock }: Pick<OperatorDeps, 'tokens' | 'audit' | 'clock'>,
  signIn?: SessionReader,
): void {
  app.decorateRequest('actor', '');
  // Fastify shares an object between requests, so it takes none here; the hook below sets it before any handler runs.
  app.decorateRequest('identity', null as never);
  app.decorateRequest('mayStillRead', null as never);
  app.addHook('onRequest', async (request, reply) => {
    request.identity = requiresLoopback(tokens, signIn)
      ? fromLoopback(request)
      : await fromCredentials(request, reply, tokens, signIn);
    request.actor = request.identity.actor;
    const { cookie } = request.headers;
    // Tokens and loopback change with a restart only.
    request.mayStillRead = async () => request.identity.by !== 'session' || (await signIn?.lives(cookie)) === true;
    requireAccess(request);
    if (!isSafe(request.method)) refuseCrossSite(request.method, request.headers);
  });
  // Before the answer leaves, so that a person who got it finds the event.
  app.addHook('onSend', async ({ method, url, identity, refusal }, reply) => {
    if (reply.statusCode !== 403 || isSafe(method) || !isKnown(identity)) return;
    const reason = `${method} ${url.slice(0, LONGEST_ADDRESS)}: ${refusal?.message ?? 'refused'}`;
    audit.log({ at: clock.now(), namespace: 'fleet', event: 'changeRefused', actor: identity.actor, reason });
  });
}

/** `null` where the request was refused before the client was known. */
function isKnown(identity: Identity | null): identity is Identity {
  return identity !== null && identity.by !== 'anonymous';
}

const LONGEST_ADDRESS = 500;
/** A browser asks for the token at this page, and sends it with every further request. */
export const TOKEN_PATH = '/sign-in-with-token';

/** Under DNS rebinding a page of another site reaches this listener, but sends that site's name as host. */
function fromLoopback(request: FastifyRequest): Identity {
  if (!isLoopbackHost(request.headers.host) || !isLoopbackAddress(request.socket.remoteAddress)) {
    throw new Problem(
      'foreignHost',
      'No token is configured: only requests from this machine, to localhost or 127.0.0.1, are allowed.',
    );
  }
  return { actor: LOOPBACK_ACTOR, access: 'operator', by: 'loopback' };
}

/** A request with a token is that token's, whatever cookies the client has beside it. */
async function fromCredentials(
  request: FastifyRequest,
  reply: FastifyReply,
  tokens: readonly AccessToken[],
  signIn: SessionReader | undefined,
): Promise<Identity> {
  const { headers, routeOptions } = request;
  const isOpen = routeOptions.config?.open === true;
  if (headers.authorization === undefined) {
    const known = await signIn?.identify(headers.cookie);
    if (known ?? isOpen) return known ?? ANONYMOUS;
  }
  const token = findToken(secretOf(headers.authorization), tokens);
  if (token === undefined && isOpen) return ANONYMOUS;
  if (token === undefined) throw refuseUnknown(reply, signIn !== undefined && request.url !== TOKEN_PATH);
  const { name, access, accounts } = token;
  return { actor: name, access, by: 'token', ...defined({ accounts }) };
}

/** @param hasPage a browser is sent to the page with which people sign in, and must not ask for a password itself */
function refuseUnknown(reply: FastifyReply, hasPage: boolean): Problem {
  // `Basic`, so that a browser asks the user; the token goes into the password field.
  const basic = hasPage ? '' : 'Basic realm="holystone", charset="UTF-8", ';
  reply.header('www-authenticate', `${basic}Bearer realm="holystone"`);
  return new Problem('unauthorized', 'Send "Authorization: Bearer TOKEN"; in a browser, the token is the password.');
}

/** @throws Problem 403 when the route needs more rights than the identity has */
function requireAccess(request: FastifyRequest): void {
  const { identity } = request;
  if (neededAccess(request) === 'reader') return;
  if (identity.access !== 'operator') {
    const why =
      identity.by === 'token'
        ? `The token "${identity.actor}" is a reader token; this request needs an operator token.`
        : `"${identity.actor}" is a reader; this request needs an operator.`;
    throw new Problem('forbidden', why);
  }
  if (!mayChangeFleet(identity) && request.routeOptions.config.perAccount === undefined) {
    const why = `"${identity.actor}" is an operator of some accounts; this request changes the whole fleet.`;
    throw new Problem('forbidden', why);
  }
}

function neededAccess({ method, routeOptions }: FastifyRequest): TokenAccess {
  return accessFor(method, routeOptions.config);
}

/** The access that a method of a route needs. */
export function accessFor(method: string, config?: { readonly access?: TokenAccess }): TokenAccess {
  return config?.access ?? (isSafe(method) ? 'reader' : 'operator');
}

/** The token of `Bearer TOKEN`, or the password of `Basic`. */
function secretOf(authorization: string | undefined): string {
  const [, scheme = '', value = ''] = /^(bearer|basic) +(\S+) *$/i.exec(authorization ?? '') ?? [];
  if (scheme.toLowerCase() !== 'basic') return value;
  const decoded = Buffer.from(value, 'base64').toString();
  return decoded.slice(decoded.indexOf(':') + 1);
}

/** Compares the digests of all tokens, so that the time shows neither length nor position. */
function findToken(secret: string, tokens: readonly AccessToken[]): AccessToken | undefined {
  const given = digestOf(secret);
  const matching = tokens.filter((token) => timingSafeEqual(given, digestOf(token.secret)));
  return secret === '' ? undefined : matching[0];
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
