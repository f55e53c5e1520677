import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { checkNow } from '../api/check.ts';
import { knownNamespace, NamespaceAndId } from '../api/known.ts';
import { readResourceState } from '../api/resourceState.ts';
import type { ReadFrame } from './frameState.ts';
import { resourcePage } from './resource.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({ check: z.literal('now').optional() });

/** `GET /resources/:namespace/:id`; `?check=now` evaluates it again, which reads the cloud and writes nothing. */
export function resourceRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get(
    '/resources/:namespace/:id',
    { schema: { params: NamespaceAndId, querystring: Query } },
    async (request, reply) => {
      const { params, query } = request;
      const configuration = knownNamespace(deps, params.namespace);
      const { namespace } = configuration;
      const state = await readResourceState(deps, configuration, params.id);
      const checked = query.check === undefined ? undefined : await checkNow(deps, namespace, params.id);
      const { frame, now, control } = await readFrame(request, '../../../');
      const providerPage = deps.providerPage(namespace, params.id);
      const view = { frame, control, configuration, id: params.id, now, state, providerPage, checked };
      return sendPage(reply, resourcePage(view));
    },
  );
}
