import type { Mark } from '../../../core/mark/mark.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { type AuditEntry, nameInHistory } from '../../../core/resource/audit.ts';
import { decisionsInForce } from '../../app/decisions.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';

/** All stored data about one resource. */
export interface ResourceState {
  readonly mark: Mark | undefined;
  /** The opt-outs that keep it now, by its id, by the group of its mark, or by a pattern; longest first. */
  readonly optOuts: readonly OptOut[];
  readonly history: readonly AuditEntry[];
}

/** @throws Problem when the store has no data about the id */
export async function readResourceState(
  deps: OperatorDeps,
  configuration: WorkConfiguration,
  id: string,
): Promise<ResourceState> {
  const state = await storedState(deps, configuration, id);
  if (isNothing(state)) {
    const why = `Redis has nothing about "${id}" in ${configuration.namespace}. A check evaluates it now.`;
    throw new Problem('unknownId', why);
  }
  return state;
}

/** Is there no data about the resource? */
function isNothing({ mark, optOuts, history }: ResourceState): boolean {
  return !mark && optOuts.length === 0 && history.length === 0;
}

/** The same for any id: of most resources, such as those that a blocked pass would mark, nothing is stored. */
export async function storedState(
  deps: OperatorDeps,
  { namespace }: WorkConfiguration,
  id: string,
): Promise<ResourceState> {
  const [mark, history] = await Promise.all([deps.marks.get(namespace, id), deps.audit.history(namespace, id)]);
  const optOuts = await decisionsInForce(deps, namespace, {
    id,
    ...{ group: mark?.resource.group, name: mark?.resource.name ?? nameInHistory(history) },
    keptAs: mark?.resource.keptAs,
  });
  return { mark, optOuts, history };
}
