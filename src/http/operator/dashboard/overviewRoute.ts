import type { OperatorDeps } from '../../app/deps.ts';
import { readinessOf } from '../../app/health.ts';
import type { App } from '../../app/validation.ts';
import { sortedConfigurations } from '../api/known.ts';
import { MarkQuery, queryMarks } from '../api/markQuery.ts';
import { readNamespaceState } from '../api/namespaceState.ts';
import { readWaitingNotices } from '../api/waitingNotices.ts';
import { overviewPage } from './overview.tsx';

/** `GET /`: the marks, with the same filters as the API. */
export function overviewRoute(app: App, deps: OperatorDeps): void {
  app.get('/', { schema: { querystring: MarkQuery } }, async ({ query }, reply) => {
    const [page, control, namespaces, waiting] = await Promise.all([
      queryMarks(deps, query),
      deps.control.read(),
      Promise.all(sortedConfigurations(deps).map((one) => readNamespaceState(deps, one))),
      readWaitingNotices(deps),
    ]);
    const unreadyBecause = readinessOf(deps.readiness).reasons;
    const overview = { now: deps.clock.now(), control, unreadyBecause, namespaces, waiting, query, page };
    return reply.type('text/html; charset=utf-8').send(overviewPage(overview));
  });
}
