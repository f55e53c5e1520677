/** Shows the marks of a survey outside Holystone: to other tools, and beside the resources. */

import { messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { nothingHappensBecause } from '../../core/policy/rollout.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';
import { markElsewhere } from './markElsewhere.ts';

/** @param marks as they are stored after the pass; read only for a type that shows them */
export async function showOutside(
  deps: Parameters<typeof markElsewhere>[0],
  context: Parameters<typeof markElsewhere>[1] & Parameters<typeof announceMarks>[1],
  surveyed: Parameters<typeof markElsewhere>[2],
  marks: () => Promise<readonly Mark[]>,
): Promise<void> {
  const { session } = surveyed;
  if (session.markElsewhere) await markElsewhere(deps, context, surveyed, await marks());
  if (session.announceMarks) await announceMarks(deps, context, surveyed, await marks());
}

/**
 * Shows marks beside the resources themselves. A failure is logged and changes nothing: the next survey tries again.
 * @param marks as they are stored after the pass
 */
async function announceMarks(
  deps: Pick<LifecycleDeps, 'log'>,
  { wc, rollout }: Pick<PassContext, 'wc' | 'rollout'>,
  { session, judged }: { readonly session: Session; readonly judged: ReadonlyMap<string, Judged> },
  marks: readonly Mark[],
): Promise<void> {
  if (!session.announceMarks || deletesNothingBecause(wc) !== undefined) return;
  const idle = nothingHappensBecause(wc, rollout.stage) === undefined ? {} : { isIdle: true as const };
  const announced = marks.flatMap(({ id, identity, state, projectedDeletionAt: deletionAt }) => {
    const resource = judged.get(id)?.resource;
    return resource?.identity === identity && state !== 'deleting' ? [{ resource, deletionAt, ...idle }] : [];
  });
  if (announced.length === 0) return;
  try {
    await session.announceMarks(announced);
  } catch (error) {
    const fields = { namespace: wc.namespace, problem: messageOf(error) };
    deps.log.warn(fields, 'marks could not be shown beside the resources; the next survey tries again');
  }
}
