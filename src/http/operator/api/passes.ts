import { z } from 'zod';
import type { PastPass } from '../../../core/policy/pastPass.ts';
import { ACTIONS, type Action } from '../../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace } from './known.ts';
import { isoOf } from './views.ts';

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
