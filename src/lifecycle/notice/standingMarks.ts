/** The marks of which an owner may be told. */

import type { Mark } from '../../core/mark/mark.ts';
import { inForce, isAbout, targetsOf } from '../../core/owner/optOut.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { DigestDeps } from '../pass/deps.ts';

/**
 * The marks of these ids, without those whose resource somebody kept under another of its ids: the store ends a mark with
 * the decision about its own id, and the next survey ends these.
 */
export async function standingMarks(
  { marks, optOuts, clock }: Pick<DigestDeps, 'marks' | 'optOuts' | 'clock'>,
  namespace: Namespace,
  items: readonly { readonly id: string }[],
): Promise<readonly Mark[]> {
  const found = await marks.getMany(namespace, [...new Set(items.map(({ id }) => id))]);
  if (!found.some(({ resource }) => resource.keptAs)) return found;
  const now = clock.now();
  const kept = new Map([...(await optOuts.all(namespace))].filter(([_target, one]) => inForce(one, now)));
  const patterns = [...kept.values()].filter(({ target }) => target.kind === 'pattern');
  return found.filter(({ id, resource }) => {
    if (!resource.keptAs) return true;
    const ids = { id, ...resource };
    return !targetsOf(ids).some((target) => kept.has(target)) && !patterns.some((one) => isAbout(one, ids));
  });
}
