import type { FastifyReply, FastifyRequest } from 'fastify';
import { catalogueOf } from '../../notify/texts/index.ts';
import { guardAccess, TOKEN_PATH } from '../app/access.ts';
import { createApp } from '../app/app.ts';
import type { OperatorDeps } from '../app/deps.ts';
import { healthRoutes } from '../app/health.ts';
import { type Problem, problemDocument } from '../app/problem.ts';
import { problemPage } from '../app/problemPage.tsx';
import type { App } from '../app/validation.ts';
import { activityRoutes } from './api/activity.ts';
import { approvalRoutes } from './api/approvals.ts';
import { blockedRoutes } from './api/blocked.ts';
import { bulkRoutes } from './api/bulk.ts';
import { checkRoutes } from './api/check.ts';
import { controlRoutes } from './api/control.ts';
import { costRoutes } from './api/costs.ts';
import { eventRoutes, historyRoutes } from './api/events.ts';
import { instanceRoutes } from './api/instances.ts';
import { markRoutes } from './api/marks.ts';
import { namespaceRoutes } from './api/namespaces.ts';
import { bounceRoutes, noticeRoutes } from './api/notices.ts';
import { optOutApiRoutes } from './api/optOuts.ts';
import { passRoutes, recalculationRoutes } from './api/passes.ts';
import { savingsRoutes } from './api/savings.ts';
import { configurationRoutes, serviceRoutes } from './api/service.ts';
import { stageRoutes } from './api/stages.ts';
import { waitingNoticeRoutes } from './api/waitingNotices.ts';
import { consoleRoutes } from './dashboard/consoleRoutes.ts';
import type { ApiRoute } from './openapi/document.ts';
import { collectRoutes, openApiRoutes } from './openapi/openApiRoutes.ts';
import { guardForms } from './signIn/csrf.ts';
import { isSignIn, signInRoutes } from './signIn/routes.ts';
import { SignIn } from './signIn/signIn.ts';

const DEFAULT_RATE_LIMIT = { max: 1200, windowMs: 60_000 };
const BODY_LIMIT = 64 * 1024;

/** The operator's listener's app: metrics, the JSON API under `/api/v1`, and plain pages. Listens to nothing. */
export async function buildOperator(deps: OperatorDeps): Promise<App> {
  const app = await createApp({
    log: deps.log,
    rateLimit: deps.rateLimit ?? DEFAULT_RATE_LIMIT,
    bodyLimit: BODY_LIMIT,
    hasFiles: true,
    trustedProxies: deps.trustedProxies ?? [],
    costly: isSignIn,
    answer: (problem, request, reply) => {
      if (!signIn || !needsSignIn(problem, request)) return answer(problem, request, reply);
      return reply.redirect(`/sign-in?${new URLSearchParams({ to: request.url })}`, 303);
    },
  });
  const signIn = deps.signIn && new SignIn(deps.signIn, deps);
  guardAccess(app, deps, signIn);
  if (signIn) {
    guardForms(app, signIn.origin);
    await signInRoutes(app, signIn);
  }
  healthRoutes(app, deps.readiness, 'operator');
  app.get('/metrics', async (_request, reply) =>
    reply.type(deps.metrics.contentType).send(await deps.metrics.metrics()),
  );
  const documented: ApiRoute[] = [];
  await app.register(
    async (api: App) => {
      collectRoutes(api, documented);
      for (const routes of [
        namespaceRoutes,
        markRoutes,
        bulkRoutes,
        checkRoutes,
        optOutApiRoutes,
        approvalRoutes,
        recalculationRoutes,
        serviceRoutes,
        controlRoutes,
        stageRoutes,
        historyRoutes,
        eventRoutes,
        activityRoutes,
        passRoutes,
        blockedRoutes,
        instanceRoutes,
        configurationRoutes,
        bounceRoutes,
        noticeRoutes,
        waitingNoticeRoutes,
        costRoutes,
        savingsRoutes,
      ]) {
        routes(api, { ...deps, ...(signIn ? { onSignOut: signIn.onSignOut } : {}) });
      }
    },
    { prefix: '/api/v1' },
  );
  openApiRoutes(app, documented, deps.version);
  await consoleRoutes(app, deps);
  return app;
}

/** A person opens a page without a session: not the page that asks for a token. */
function needsSignIn({ code }: Problem, request: FastifyRequest): boolean {
  return code === 'unauthorized' && request.method === 'GET' && wantsPage(request) && request.url !== TOKEN_PATH;
}

/** A page for browsers, RFC 9457 for programs. */
function answer(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (wantsPage(request))
    return reply.type('text/html; charset=utf-8').send(problemPage(problem, request.id, catalogueOf('en')));
  // As bytes: Fastify adds a charset to text, and JSON has none.
  return reply
    .header('content-type', 'application/problem+json')
    .send(Buffer.from(JSON.stringify(problemDocument(problem, request.id))));
}

function wantsPage({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && /text\/html/.test(headers.accept ?? '');
}
