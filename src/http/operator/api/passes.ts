import { z } from 'zod';
import type { PastPass } from '../../../core/policy/pastPass.ts';
import { ACTIONS, type Action } from '../../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { requireChange } from '../../app/identity.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { isoOf } from './views.ts';

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

const PassQuery = z.strictObject({
  namespace: z.string(),
  action: z.preprocess((value) => (value === '' ? undefined : value), z.enum(ACTIONS).optional()),
});

/** `GET passes?namespace=`: the last passes of each action, at most 20, newest first. */
export function passRoutes(app: App, deps: Pick<OperatorDeps, 'passes' | 'workConfigurations'>): void {
  app.get('/passes', { schema: { querystring: PassQuery } }, async ({ query: { namespace: text, action } }) => {
    const { namespace } = knownNamespace(deps, text);
    const items = await pastPasses(deps, namespace, action ? [action] : ACTIONS);
    return { namespace, items: items.map(pastPassView) };
  });
}

/** Of the actions, newest first. */
export async function pastPasses(
  { passes }: Pick<OperatorDeps, 'passes'>,
  namespace: Namespace,
  actions: readonly Action[],
): Promise<readonly PastPass[]> {
  const lists = await Promise.all(actions.map((action) => passes.past(namespace, action)));
  return lists.flat().toSorted((a, b) => b.endedAt - a.endedAt);
}

function pastPassView({ startedAt, endedAt, since, ...pass }: PastPass) {
  return { ...pass, startedAt: isoOf(startedAt), endedAt: isoOf(endedAt), since: isoOf(since) };
}
