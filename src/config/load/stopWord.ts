/**
 * `stop` in `actions`: the entry is one of the type that stops these resources, whose deletion is the stop (ADR 156). So whatever
 * guards a deletion guards it, with the marks, switches and permissions of that type.
 */
import { STOP } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { namesOf } from '../../handlers/contract/types.ts';
import { setAt } from '../yaml/coerce.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Tree } from '../yaml/tree.ts';

/** Leaves `stop` where the type cannot be stopped, or the entry deletes as well: that is refused later, with a sentence. */
export function foldStops(tree: Tree, handlers: readonly Handler[]): void {
  listAt(tree.data, 'cleanup').forEach((entry, index) => {
    const actions = valueAt(entry, ['actions']);
    if (!Array.isArray(actions) || !actions.includes(STOP) || actions.includes('delete')) return;
    const type = valueAt(entry, ['type']);
    const given = handlers.find((one) => namesOf(one, handlers)[0] === type);
    const stopping = given && stoppingOf(given, handlers);
    if (!stopping) return;
    setAt(tree.data, ['cleanup', index, 'type'], namesOf(stopping, handlers)[0]);
    actions.forEach((action, at) => {
      if (action === STOP) setAt(tree.data, ['cleanup', index, 'actions', at], 'delete');
    });
  });
}

function stoppingOf(handler: Handler, handlers: readonly Handler[]): Handler | undefined {
  if (handler.stops) return handler;
  return handlers.find(
    ({ provider, resourceType }) => provider === handler.provider && resourceType === handler.stoppedAs,
  );
}

/** The types whose entries may say `stop`. */
export function stoppable(providers: readonly Pick<Provider, 'handlers'>[]): readonly string[] {
  const handlers = providers.flatMap((provider) => provider.handlers);
  return handlers.filter(({ stops, stoppedAs }) => stops || stoppedAs).map((one) => namesOf(one, handlers)[0]);
}
