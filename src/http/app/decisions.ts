import type { Clock } from '../../core/common/clock.ts';
import { inForce, isAbout, longestFirst, type OptOut, type OptOutTarget } from '../../core/owner/optOut.ts';
import type { OptOutStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

interface Deps {
  readonly clock: Clock;
  readonly optOuts: Pick<OptOutStore, 'list' | 'patterns'>;
}

/** All decisions that keep a resource now, by its id, its group or a pattern, longest first. */
export async function decisionsInForce(
  { clock, optOuts }: Deps,
  namespace: Namespace,
  { id, group }: { readonly id: string; readonly group: string | undefined },
): Promise<readonly OptOut[]> {
  const targets: OptOutTarget[] = [{ kind: 'id', value: id }];
  if (group !== undefined) targets.push({ kind: 'group', value: group });
  const lists = await Promise.all(targets.map((target) => optOuts.list(namespace, target)));
  const byPattern = (await optOuts.patterns(namespace)).filter((optOut) => isAbout(optOut, { id }));
  const now = clock.now();
  return longestFirst([...lists.flat(), ...byPattern].filter((optOut) => inForce(optOut, now)));
}
