/** The namespaces where nothing happens to a mark on its date: their pages must not call it a deletion date. */
import { StoreError } from '../../core/common/errors.ts';
import { nothingHappensNowBecause } from '../../core/policy/rollout.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { PublicDeps } from './deps.ts';

/** An unreadable stage blocks no page: then the date is shown as usual. */
export async function notifyOnlyNamespaces({
  control,
  workConfigurations,
}: Pick<PublicDeps, 'control' | 'workConfigurations'>): Promise<(namespace: Namespace) => boolean> {
  try {
    const state = await control.read();
    const idle = workConfigurations().filter((wc) => nothingHappensNowBecause(state, wc) !== undefined);
    const namespaces = new Set(idle.map(({ namespace }) => namespace));
    return (namespace) => namespaces.has(namespace);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return () => false;
  }
}
