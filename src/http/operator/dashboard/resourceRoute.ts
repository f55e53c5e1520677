import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { checkNow } from '../api/check.ts';
import { knownNamespace, NamespaceAndId } from '../api/known.ts';
import { readResourceState } from '../api/resourceState.ts';
import { resourcePage } from './resource.tsx';

const Query = z.strictObject({ check: z.literal('now').optional() });

/** `GET /resources/:namespace/:id`; `?check=now` evaluates it again, which reads the cloud and writes nothing. */
export function resourceRoute(app: App, deps: OperatorDeps): void {
  app.get(
    '/resources/:namespace/:id',
    { schema: { params: NamespaceAndId, querystring: Query } },
    async ({ params, query }, reply) => {
      const configuration = knownNamespace(deps, params.namespace);
      const { namespace } = configuration;
      const state = await readResourceState(deps, configuration, params.id);
      const checked = query.check === undefined ? undefined : await checkNow(deps, namespace, params.id);
      const page = resourcePage({ configuration, id: params.id, now: deps.clock.now(), state, checked });
      return reply.type('text/html; charset=utf-8').send(page);
    },
  );
}
