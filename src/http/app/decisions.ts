import type { Clock } from '../../core/common/clock.ts';
import { inForce, longestFirst, type OptOut, type OptOutTarget } from '../../core/owner/optOut.ts';
import type { OptOutStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

interface Deps {
  readonly clock: Clock;
  readonly optOuts: Pick<OptOutStore, 'list'>;
}

/** All decisions that keep a resource now, by its id or by its group, longest first. */
export async function decisionsInForce(
  { clock, optOuts }: Deps,
  namespace: Namespace,
  { id, group }: { readonly id: string; readonly group: string | undefined },
): Promise<readonly OptOut[]> {
  const targets: OptOutTarget[] = [{ kind: 'id', value: id }];
  if (group !== undefined) targets.push({ kind: 'group', value: group });
  const lists = await Promise.all(targets.map((target) => optOuts.list(namespace, target)));
  const now = clock.now();
  return longestFirst(lists.flat().filter((optOut) => inForce(optOut, now)));
}
