import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccessToken, OperatorDeps, TokenAccess } from './deps.ts';
import { isLoopbackAddress, isLoopbackHost, isSafe, refuseCrossSite } from './origin.ts';
import { Problem } from './problem.ts';
import type { App } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The actor of the request, for the audit log; set before any handler of the operator's listener runs. */
    actor: string;
  }
  interface FastifyContextConfig {
    /** The access that the route needs; by default GET needs a reader, other methods an operator. */
    access?: TokenAccess;
  }
}

/** The actor when no token is configured: every client of the loopback listener. */
const LOOPBACK_ACTOR = 'operator@loopback';

/** Without tokens every client may change everything: such a listener must be bound to loopback only. */
export function requiresLoopback(tokens: readonly AccessToken[]): boolean {
  return tokens.length === 0;
}

/** Lets a request through only when it may use its route (P11). */
export function guardAccess(app: App, { tokens }: Pick<OperatorDeps, 'tokens'>): void {
  app.decorateRequest('actor', '');
  app.addHook('onRequest', async (request, reply) => {
    request.actor = requiresLoopback(tokens) ? fromLoopback(request) : fromToken(request, reply, tokens);
    if (!isSafe(request.method)) refuseCrossSite(request.method, request.headers);
  });
}

/** Under DNS rebinding a page of another site reaches this listener, but sends that site's name as host. */
function fromLoopback(request: FastifyRequest): string {
  if (!isLoopbackHost(request.headers.host) || !isLoopbackAddress(request.socket.remoteAddress)) {
    throw new Problem(
      'foreignHost',
      'No token is configured: only requests from this machine, to localhost or 127.0.0.1, are allowed.',
    );
  }
  return LOOPBACK_ACTOR;
}

function fromToken(request: FastifyRequest, reply: FastifyReply, tokens: readonly AccessToken[]): string {
  const token = findToken(secretOf(request.headers.authorization), tokens);
  if (!token) {
    // `Basic`, so that a browser asks the user; the token goes into the password field.
    reply.header('www-authenticate', 'Basic realm="holystone", charset="UTF-8", Bearer realm="holystone"');
    throw new Problem('unauthorized', 'Send "Authorization: Bearer TOKEN"; in a browser, the token is the password.');
  }
  if (neededAccess(request) === 'operator' && token.access !== 'operator') {
    throw new Problem(
      'forbidden',
      `The token "${token.name}" is a reader token; this request needs an operator token.`,
    );
  }
  return token.name;
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
