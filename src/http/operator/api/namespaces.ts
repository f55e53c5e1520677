import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { sortedConfigurations } from './known.ts';
import { type NamespaceState, readNamespaceStates } from './namespaceState.ts';
import { PageQuery, pageOf } from './paging.ts';
import { passView } from './views.ts';

/** `GET namespaces`, in pages: each with its last pass per action and the number of its marks. */
export function namespaceRoutes(app: App, deps: OperatorDeps): void {
  app.get('/namespaces', { schema: { querystring: PageQuery } }, async ({ query }) => {
    const { items, next } = pageOf(sortedConfigurations(deps), ({ namespace }) => namespace, query);
    const states = await readNamespaceStates(deps, items);
    return { items: states.map((state) => namespaceView(state, deps)), next };
  });
}

function namespaceView(
  { configuration, state, passes, counts, missingEvidence }: NamespaceState,
  { drift }: OperatorDeps,
) {
  return {
    namespace: configuration.namespace,
    provider: configuration.account.provider,
    account: configuration.account.name,
    location: configuration.location,
    resourceType: configuration.resourceType,
    /** As a unit of work: idle, scheduled, ongoing, unfinished, partial or failed. */
    state,
    live: configuration.live,
    notLiveBecause: configuration.notLiveBecause,
    /** The first stage; `stages` has the current one. */
    startStage: configuration.startStage,
    /** Why a live namespace deletes nothing: it is mark-only. */
    neverDeletesBecause: configuration.neverDeletesBecause,
    actions: configuration.actions,
    /** Why a live namespace deletes nothing: instances run with different configurations. */
    drift: drift().get(configuration.namespace),
    counts,
    passes: Object.fromEntries(passes.map((record) => [record.action, passView(record)])),
    missingEvidence,
  };
}
