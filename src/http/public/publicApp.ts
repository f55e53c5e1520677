import fastifyFormbody from '@fastify/formbody';
import type { FastifyRequest } from 'fastify';
import {
  type MessageClaims,
  type OptOutClaims,
  type TokenCheck,
  verify,
  verifyMessage,
} from '../../core/owner/optOutToken.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { createApp } from '../app/app.ts';
import type { PublicDeps } from '../app/deps.ts';
import { healthRoutes } from '../app/health.ts';
import { isSafe } from '../app/origin.ts';
import { problemPage } from '../app/problemPage.tsx';
import { SharedReads } from '../app/sharedReads.ts';
import type { App } from '../app/validation.ts';
import { catalogueFor } from './link/linkPage.ts';
import { busyPage } from './link/refusals.tsx';
import { responseRoutes } from './link/responseRoutes.ts';
import { optOutRoutes } from './link/routes.ts';
import { messageRoutes } from './message/routes.ts';
import { SES_HOOK, sesRoutes } from './ses/routes.ts';
import { SLACK_HOOK, slackRoutes } from './slack/routes.ts';

const DEFAULT_RATE_LIMIT = { max: 600, windowMs: 60_000 };
/** A reason of 500 characters, percent-encoded, with room to spare. */
const BODY_LIMIT = 16 * 1024;

/** The public listener's app: health, and the pages behind the links in the mail. Listens to nothing. */
export async function buildPublic(given: PublicDeps): Promise<App> {
  const deps = { ...given, audit: sharing(given.audit) };
  const app = await createApp({
    log: deps.log,
    rateLimit: deps.rateLimit ?? DEFAULT_RATE_LIMIT,
    bodyLimit: BODY_LIMIT,
    trustedProxies: deps.trustedProxies ?? [],
    // What SNS or Slack signed must arrive however many other posts come: a signature check takes less time than a limit
    // would save, and certificates that are not known yet have their own limits.
    uncounted: ({ url, routeOptions }) =>
      url.startsWith('/health/') || routeOptions.url === SES_HOOK || routeOptions.url === SLACK_HOOK,
    linkOf: (request) => {
      const link = linkOf(deps, request);
      // The link's signature: unique, and short.
      return link?.kind === 'valid' ? link.token.split('.').at(-1) : undefined;
    },
    answer: (problem, request, reply) => {
      const isBusy = problem.code === 'tooManyRequests';
      const catalogue = catalogueFor(request, linkOf(deps, request));
      const page = isBusy ? busyPage(catalogue, !isSafe(request.method)) : problemPage(problem, request.id, catalogue);
      return reply.type('text/html; charset=utf-8').send(page);
    },
  });
  app.removeAllContentTypeParsers();
  await app.register(fastifyFormbody);
  healthRoutes(app, deps.readiness, 'public');
  optOutRoutes(app, deps);
  responseRoutes(app, deps);
  messageRoutes(app, deps);
  // Each in its own scope: no other route reads these bodies.
  await app.register(async (hooks: App) => sesRoutes(hooks, deps));
  await app.register(async (hooks: App) => slackRoutes(hooks, deps));
  return app;
}

/** For a resource without a mark the audit log is read to its end, so requests share the read. */
function sharing(audit: PublicDeps['audit']): PublicDeps['audit'] {
  const shared = new SharedReads<readonly AuditEntry[]>();
  return {
    history: (namespace, id) => shared.read(`${namespace} ${id}`, () => audit.history(namespace, id)),
    histories: (namespace, ids) => audit.histories(namespace, ids),
  };
}

type Link = TokenCheck<OptOutClaims | MessageClaims> & { readonly token: string };

/** The link in the address, if we signed it. */
function linkOf({ keys, clock }: PublicDeps, { params, query }: FastifyRequest): Link | undefined {
  const { t } = (query ?? {}) as { t?: unknown };
  const { token = t } = (params ?? {}) as { token?: unknown };
  if (typeof token !== 'string') return undefined;
  const checks = [verify(token, keys, clock.now()), verifyMessage(token, keys, clock.now())];
  const signed = checks.find(({ kind }) => kind !== 'invalid');
  return signed && { ...signed, token };
}
