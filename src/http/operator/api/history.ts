import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { auditView } from './views.ts';

/** `GET history/:namespace/:id`: the events of a resource, oldest first; empty when none is on record. */
export function historyRoutes(app: App, deps: OperatorDeps): void {
  app.get('/history/:namespace/:id', { schema: { params: NamespaceAndId } }, async ({ params }) => {
    const { namespace } = knownNamespace(deps, params.namespace);
    const items = await deps.audit.history(namespace, params.id);
    return { namespace, id: params.id, items: items.map(auditView) };
  });
}
