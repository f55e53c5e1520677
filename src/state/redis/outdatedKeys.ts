import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';

/** In the place of which there is one record now (ADR 97). */
const OF_0_2 = ['last-used', 'first-seen', 'gone-since', 'existed-at', 'surveyed', 'blind'];

/** Removes the keys of a namespace that only release 0.2 and earlier used. @returns how many there were */
export function removeOutdatedKeys({ connection }: StateDeps, namespace: Namespace): Promise<number> {
  const { record } = namespaceKeys(namespace);
  const keys = OF_0_2.map((name) => record.replace(/record$/, name));
  return connection.command(`removing outdated keys of ${namespace}`, (client) => client.unlink(...keys));
}
