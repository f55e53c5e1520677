/** The namespaces whose stage allows no deletion: their pages must not call a date a deletion date. */
import { StoreError } from '../../core/common/errors.ts';
import { rolloutOf } from '../../core/policy/rollout.ts';
import { isNotifyOnly } from '../../core/policy/stage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { PublicDeps } from './deps.ts';

/** An unreadable stage blocks no page: then the date is shown as usual. */
export async function notifyOnlyNamespaces({
  control,
  workConfigurations,
}: Pick<PublicDeps, 'control' | 'workConfigurations'>): Promise<(namespace: Namespace) => boolean> {
  try {
    const state = await control.read();
    const configurations = workConfigurations().filter((wc) => isNotifyOnly(rolloutOf(state, wc).stage));
    const namespaces = new Set(configurations.map(({ namespace }) => namespace));
    return (namespace) => namespaces.has(namespace);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return () => false;
  }
}
