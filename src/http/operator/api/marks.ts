import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { queryMarks } from './markPages.ts';
import { MarkFilters } from './markQuery.ts';
import { readResourceState } from './resourceState.ts';
import { auditView, markView, optOutView } from './views.ts';

/** `GET marks` paged by cursor; `GET marks/:namespace/:id` one resource with its history. */
export function markRoutes(app: App, deps: OperatorDeps): void {
  app.get('/marks', { schema: { querystring: MarkFilters } }, async (request) => {
    const { marks, ...rest } = await queryMarks(deps, request.query);
    const costs = new MarkCosts(deps.workConfigurations());
    return { items: marks.map((mark) => markView(mark, costs)), ...rest };
  });

  app.get('/marks/:namespace/:id', { schema: { params: NamespaceAndId } }, async (request) => {
    const configuration = knownNamespace(deps, request.params.namespace);
    const { mark, optOuts, history } = await readResourceState(deps, configuration, request.params.id);
    return {
      mark: mark ? markView(mark, new MarkCosts([configuration])) : null,
      /** The opt-out that lasts longest, and all of them. */
      optOut: optOuts[0] && optOutView(optOuts[0]),
      optOuts: optOuts.map(optOutView),
      history: history.map(auditView),
    };
  });
}
