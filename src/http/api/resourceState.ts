import type { AuditEntry } from '../../core/audit.ts';
import type { Mark } from '../../core/mark.ts';
import { inForce, type OptOut, targetKey } from '../../core/optOut.ts';
import type { WorkConfiguration } from '../../core/workConfiguration.ts';
import type { OperatorDeps } from '../deps.ts';
import { Problem } from '../problem.ts';

/** All that is stored about one resource. */
export interface ResourceState {
  readonly mark: Mark | undefined;
  /** What keeps it now, by its id or by the group of its mark. */
  readonly optOut: OptOut | undefined;
  readonly history: readonly AuditEntry[];
}

/** @throws Problem when nothing is known about the id */
export async function readResourceState(
  deps: OperatorDeps,
  { namespace }: WorkConfiguration,
  id: string,
): Promise<ResourceState> {
  const [mark, optOuts, history] = await Promise.all([
    deps.marks.get(namespace, id),
    deps.optOuts.all(namespace),
    deps.audit.history(namespace, id),
  ]);
  const now = deps.clock.now();
  const group = mark?.resource.group;
  const stored = [
    optOuts.get(targetKey({ kind: 'id', value: id })),
    group === undefined ? undefined : optOuts.get(targetKey({ kind: 'group', value: group })),
  ];
  const optOut = stored.find((one) => one !== undefined && inForce(one, now));
  if (!mark && !optOut && history.length === 0) {
    throw new Problem('unknownId', `Nothing is stored about "${id}" in ${namespace}. Check evaluates it anew.`);
  }
  return { mark, optOut, history };
}
