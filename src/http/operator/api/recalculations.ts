import { z } from 'zod';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';

/** The longest time from now, and the number of oldest marks; the lifecycle has the limits. */
const PostRecalculation = z.strictObject({ seconds: z.number(), count: z.number() });

/** `POST namespaces/:namespace/recalculate`: moves the oldest marks' dates in, never before the end of their notice. */
export function recalculationRoutes(app: App, deps: OperatorDeps): void {
  app.post(
    '/namespaces/:namespace/recalculate',
    {
      schema: { params: NamespaceAndId.pick({ namespace: true }), body: PostRecalculation },
      config: { perAccount: true },
    },
    async (request) => {
      const { params, body, actor } = request;
      const { namespace } = knownNamespace(deps, params.namespace);
      requireChange(request, namespace);
      const done = await deps.recalculate({ namespace, ...body, actor });
      if (done.kind === 'invalid') throw invalidField(`body.${done.field}`, done.why);
      if (done.kind === 'conflict') throw new Problem('conflict', done.why);
      return { namespace, considered: done.considered, moved: done.moved };
    },
  );
}
