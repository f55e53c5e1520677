import type { OperatorDeps } from '../../app/deps.ts';
import { readinessOf } from '../../app/health.ts';
import type { App } from '../../app/validation.ts';
import { sortedConfigurations } from '../api/known.ts';
import { MarkQuery, queryMarks } from '../api/markQuery.ts';
import { readNamespaceStates } from '../api/namespaceState.ts';
import { readWaitingNotices } from '../api/waitingNotices.ts';
import { overviewPage } from './overview.tsx';

/** So many of the last changes are searched for the one that stopped the work. */
const CHANGES = 200;

/** `GET /`: the marks, with the same filters as the API. */
export function overviewRoute(app: App, deps: OperatorDeps): void {
  app.get('/', { schema: { querystring: MarkQuery } }, async ({ query }, reply) => {
    const [page, control, changes, namespaces, waiting] = await Promise.all([
      queryMarks(deps, query),
      deps.control.read(),
      deps.control.changes(CHANGES),
      readNamespaceStates(deps, sortedConfigurations(deps)),
      readWaitingNotices(deps),
    ]);
    const unreadyBecause = readinessOf(deps.readiness).reasons;
    const overview = { now: deps.clock.now(), control, changes, unreadyBecause, namespaces, waiting, query, page };
    return reply.type('text/html; charset=utf-8').send(overviewPage(overview));
  });
}
