import type { Clock } from '../../core/common/clock.ts';
import {
  inForce,
  isAbout,
  type Keepable,
  longestFirst,
  type OptOut,
  type OptOutTarget,
} from '../../core/owner/optOut.ts';
import type { OptOutStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

interface Deps {
  readonly clock: Clock;
  readonly optOuts: Pick<OptOutStore, 'list' | 'patterns'>;
}

/**
 * All decisions that keep a resource now, by its id, its group or a pattern, longest first.
 * @param about its name, as a mark or its history has it: a pattern may match it
 */
export async function decisionsInForce(
  { clock, optOuts }: Deps,
  namespace: Namespace,
  about: Keepable & { readonly group: string | undefined; readonly name: string | undefined },
): Promise<readonly OptOut[]> {
  const { id, group } = about;
  const targets: OptOutTarget[] = [{ kind: 'id', value: id }];
  if (group !== undefined) targets.push({ kind: 'group', value: group });
  const lists = await Promise.all(targets.map((target) => optOuts.list(namespace, target)));
  const byPattern = (await optOuts.patterns(namespace)).filter((optOut) => isAbout(optOut, about));
  const now = clock.now();
  return longestFirst([...lists.flat(), ...byPattern].filter((optOut) => inForce(optOut, now)));
}
