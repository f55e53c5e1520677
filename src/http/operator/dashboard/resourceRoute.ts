import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { checkNow } from '../api/check.ts';
import { knownNamespace, NamespaceAndId } from '../api/known.ts';
import { readResourceState, storedState } from '../api/resourceState.ts';
import type { ReadFrame } from './frameState.ts';
import { overdueFacts } from './overdue.ts';
import { resourcePage } from './resource.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({ check: z.literal('now').optional() });

/** `GET /resources/:namespace/:id`; `?check=now` evaluates it, which reads the cloud and writes nothing; only then a resource
 * of which nothing is stored has a page. */
export function resourceRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get(
    '/resources/:namespace/:id',
    { schema: { params: NamespaceAndId, querystring: Query } },
    async (request, reply) => {
      const { params, query } = request;
      const configuration = knownNamespace(deps, params.namespace);
      const { namespace } = configuration;
      const checked = query.check === undefined ? undefined : await checkNow(deps, namespace, params.id);
      const isThere = checked !== undefined && checked.kind !== 'gone';
      const state = await (isThere ? storedState : readResourceState)(deps, configuration, params.id);
      const fleet = await readFrame(request, '../../../');
      const { frame, now, control } = fleet;
      const own = fleet.namespaces.find((one) => one.configuration.namespace === namespace);
      const facts = own && overdueFacts(own, fleet);
      const providerPage = deps.providerPage(namespace, params.id);
      const view = { frame, control, configuration, facts, id: params.id, now, state, providerPage, checked };
      return sendPage(reply, resourcePage(view));
    },
  );
}
