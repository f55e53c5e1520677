import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Fastify from 'fastify';
import { messageOf } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import { STYLE } from '../page/style.ts';
import { clientKey } from './clientKey.ts';
import type { RateLimit } from './deps.ts';
import { isSafe } from './origin.ts';
import { Problem, problemDocument, problemOf } from './problem.ts';
import { type App, zodCompiler } from './validation.ts';

const OWN_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
const REST = ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"];

/** Allows only our own style sheet, which is in the page: no script, picture, frame or external content. */
const PAGES_WITHOUT_FILES = ["default-src 'none'", `style-src ${OWN_STYLE}`, ...REST].join('; ');

/** Allows our own files as well; never a script or a style in an attribute or in the page. */
const PAGES_WITH_FILES = [
  "default-src 'none'",
  `style-src 'self' ${OWN_STYLE}`,
  "script-src 'self'",
  "connect-src 'self'",
  ...REST,
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The address of an opt-out page is a capability: no other site may learn it.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex, nofollow',
};

/** @param hasFiles the app serves files that its pages load */
function setSecurityHeaders(reply: FastifyReply, hasFiles = false): void {
  reply.headers({ 'content-security-policy': hasFiles ? PAGES_WITH_FILES : PAGES_WITHOUT_FILES, ...HEADERS });
}

/** The limits of one of the two apps; the app listens to nothing itself. */
export interface AppOptions {
  readonly log: Logger;
  readonly rateLimit: RateLimit;
  /** Bytes; a larger body is refused unread. */
  readonly bodyLimit: number;
  /** The app calls it before the rate limit: `true` lets the request through uncounted. */
  readonly uncounted?: (request: FastifyRequest) => boolean;
  /** The signed link of the request, if it has one: counted apart from other requests of the same address. */
  readonly linkOf?: (request: FastifyRequest) => string | undefined;
  /** Requests that cost more than others: counted apart from the other requests of the client, and fewer of them. */
  readonly costly?: (request: FastifyRequest) => boolean;
  /** Addresses and networks (CIDR) of trusted proxies, for `X-Forwarded-For`; none = the peer is the client. */
  readonly trustedProxies?: readonly string[];
  /** The pages load files of this app: a script and a style sheet. */
  readonly hasFiles?: true;
  /** Writes a failure in the format of this client. */
  readonly answer: (problem: Problem, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** An id may be an ARN or a repository path, percent-encoded; an opt-out token has at most 4,096 characters. */
const MAX_PARAM_LENGTH = 8192;
const REQUEST_TIMEOUT_MS = 30_000;
/** Per window: a person decides a few times, and each decision is stored and logged. */
const CHANGES_PER_LINK = 30;
/** Per window: a person signs in with two requests. */
const COSTLY_MAX = 60;

/** The common parts of both apps: limits, headers, zod, and errors that never show a stack trace. */
export async function createApp(options: AppOptions): Promise<App> {
  const { trustedProxies = [] } = options;
  const fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const problem = problemOf(error);
    request.refusal = problem;
    logFailure(options.log, problem, request);
    reply.code(problem.status);
    return options.answer(problem, request, reply);
  };
  const app: App = Fastify({
    logger: false,
    bodyLimit: options.bodyLimit,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply as FastifyReply, options.hasFiles);
      fail(error, request as FastifyRequest, reply as FastifyReply);
    },
  });
  app.decorateRequest('refusal', undefined);
  app.setValidatorCompiler(zodCompiler as Parameters<App['setValidatorCompiler']>[0]);
  app.setErrorHandler((error, request, reply) => fail(error, request, reply));
  const methodsAt = collectMethods(app);
  app.setNotFoundHandler((request, reply) => {
    const why = `There is no ${request.method} at this address.`;
    const [path = ''] = request.url.split('?');
    const methods = methodsAt(path);
    if (methods.length === 0) return fail(new Problem('notFound', why), request, reply);
    const allowed = methods.join(', ');
    reply.header('allow', allowed);
    return fail(new Problem('wrongMethod', `${why} It takes ${allowed}.`), request, reply);
  });
  app.addHook('onRequest', async (_request, reply) => setSecurityHeaders(reply, options.hasFiles));
  await limitRequests(app, options);
  return app;
}

/**
 * A hook of the app, not of the routes: wrong tokens and wrong addresses count too. Changes count apart, and so does
 * each link, so that neither mail scanners behind the same proxy nor a stranger with one stolen link can keep the owner
 * from a decision by another link.
 */
async function limitRequests(app: App, { rateLimit, uncounted, linkOf, costly }: AppOptions): Promise<void> {
  const limit = { max: rateLimit.max, timeWindow: rateLimit.windowMs };
  await app.register(fastifyRateLimit, {
    global: false,
    ...limit,
    ...(uncounted === undefined ? {} : { allowList: uncounted }),
  });
  const keyGenerator = (request: FastifyRequest) => linkOf?.(request) ?? clientKey(request.ip);
  const reads = app.rateLimit({ ...limit, keyGenerator });
  const maxOf = (request: FastifyRequest) =>
    linkOf?.(request) === undefined
      ? rateLimit.max
      : Math.min(rateLimit.changesPerLink ?? CHANGES_PER_LINK, rateLimit.max);
  const changes = app.rateLimit({ ...limit, max: maxOf, keyGenerator });
  const few = app.rateLimit({
    ...limit,
    max: Math.min(rateLimit.costly ?? COSTLY_MAX, rateLimit.max),
    keyGenerator: (request) => `costly ${clientKey(request.ip)}`,
  });
  app.addHook('onRequest', function limitRequest(request, reply) {
    if (costly?.(request)) return few.call(this, request, reply);
    return (isSafe(request.method) ? reads : changes).call(this, request, reply);
  });
}

/** Logs the route, not the address: a token in an address must not get into a log. */
function logFailure(log: Logger, problem: Problem, request: FastifyRequest): void {
  const fields = {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions?.url,
    code: problem.code,
  };
  if (problem.status < 500) {
    log.debug({ ...fields, problem: problem.message }, 'request refused');
    return;
  }
  const { cause } = problem;
  const stack = problem.code === 'internal' && cause instanceof Error ? { stack: cause.stack } : {};
  log.error({ ...fields, problem: messageOf(cause ?? problem), ...stack }, 'request failed');
}

/**
 * Collects the routes that are registered on `app` from now on.
 * @returns the methods of the routes at a path (as the client sent it, without its query), sorted; empty: there is none
 */
function collectMethods(app: App): (path: string) => readonly string[] {
  const routes: { readonly segments: readonly string[]; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ segments: url.split('/'), methods: [method].flat() });
  });
  return (path) => {
    const parts = path.split('/');
    const there = routes.filter(({ segments }) => isAt(segments, parts));
    return [...new Set(there.flatMap(({ methods }) => methods))].toSorted();
  };
}

/** @param route its segments, as Fastify has them: `:id` is any text */
function isAt(route: readonly string[], path: readonly string[]): boolean {
  return (
    route.length === path.length &&
    route.every((segment, at) => (segment.startsWith(':') ? path[at] !== '' : segment === path[at]))
  );
}

/**
 * Answers a request that Node.js could not read as HTTP, before any route or hook sees it: RFC 9457 as for each other
 * refusal, and the end of the connection.
 */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // The client has left.
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = unreadableProblem(error.code);
  const body = JSON.stringify(problemDocument(problem, 'none'));
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.title}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** @param code of Node.js, see https://nodejs.org/api/http.html#event-clienterror */
function unreadableProblem(code: string | undefined): Problem {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new Problem('headersTooLarge', 'The address and the headers have more than 16 KiB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('timeout', 'The request did not arrive in time.');
  return new Problem('badRequest', 'This is not an HTTP request.');
}
