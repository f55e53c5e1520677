import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { auditView } from './views.ts';

/** The changes of the fleet's control that `GET history` shows. */
const CHANGES = 500;

/**
 * `GET history`: the changes of the fleet's control, with actor, reason, before and after. `GET history/:namespace/:id`:
 * the events of a resource. Both oldest first; empty when none is on record.
 */
export function historyRoutes(app: App, deps: OperatorDeps): void {
  app.get('/history', async () => {
    const changes = await deps.control.changes(CHANGES);
    return { items: changes.toReversed().map(auditView) };
  });

  app.get('/history/:namespace/:id', { schema: { params: NamespaceAndId } }, async ({ params }) => {
    const { namespace } = knownNamespace(deps, params.namespace);
    const items = await deps.audit.history(namespace, params.id);
    return { namespace, id: params.id, items: items.map(auditView) };
  });
}
