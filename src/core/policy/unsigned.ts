import { deletesNothingBecause } from './effects.ts';
import { actionsDeleteNothingBecause } from './rollout.ts';
import type { WorkConfiguration } from './workConfiguration.ts';

/** Advice where something is deleted and no key signs what is stored; `undefined` = it is signed, or nothing is deleted. */
export function unsignedDeletions(keys: readonly unknown[], wcs: readonly WorkConfiguration[]): string | undefined {
  if (keys.length > 0 || !wcs.some(deletes)) return undefined;
  return 'no key is configured (signing.keys): a client that can write to Redis can make Holystone delete resources whose owners were never notified, and each instance reads all evidence for itself';
}

/** Is the configuration of the namespace live? */
export function deletes(wc: WorkConfiguration): boolean {
  return (deletesNothingBecause(wc) ?? actionsDeleteNothingBecause(wc)) === undefined;
}
