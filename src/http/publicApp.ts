import fastifyFormbody from '@fastify/formbody';
import { createApp } from './app.ts';
import type { PublicDeps } from './deps.ts';
import { healthRoutes } from './health.ts';
import { optOutRoutes } from './optOut/routes.ts';
import { problemPage } from './pages/problemPage.ts';
import type { App } from './validation.ts';

const DEFAULT_RATE_LIMIT = { max: 600, windowMs: 60_000 };
/** A reason of 500 characters, percent-encoded, with room to spare. */
const BODY_LIMIT = 16 * 1024;

/** The public listener's app: health, and the pages behind the links in the mail. Listens to nothing. */
export async function buildPublic(deps: PublicDeps): Promise<App> {
  const app = await createApp({
    log: deps.log,
    rateLimit: deps.rateLimit ?? DEFAULT_RATE_LIMIT,
    bodyLimit: BODY_LIMIT,
    uncounted: (request) => request.url.startsWith('/health/'),
    answer: (problem, request, reply) => reply.type('text/html; charset=utf-8').send(problemPage(problem, request.id)),
  });
  app.removeAllContentTypeParsers();
  await app.register(fastifyFormbody);
  healthRoutes(app, deps.readiness);
  optOutRoutes(app, deps);
  return app;
}
