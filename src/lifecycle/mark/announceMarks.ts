/** Shows marks beside the resources themselves, where a type supports it. */
import { messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { deletesNothingBecause } from '../../core/policy/workConfiguration.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';

/**
 * A failure is logged and changes nothing: the next survey tries again.
 * @param marks as they are stored after the pass
 */
export async function announceMarks(
  deps: Pick<LifecycleDeps, 'log'>,
  { wc }: Pick<PassContext, 'wc'>,
  { session, judged }: { readonly session: Session; readonly judged: ReadonlyMap<string, Judged> },
  marks: readonly Mark[],
): Promise<void> {
  if (!session.announceMarks || deletesNothingBecause(wc) !== undefined) return;
  const announced = marks.flatMap(({ id, identity, state, projectedDeletionAt: deletionAt }) => {
    const resource = judged.get(id)?.resource;
    return resource?.identity === identity && state !== 'deleting' ? [{ resource, deletionAt }] : [];
  });
  if (announced.length === 0) return;
  try {
    await session.announceMarks(announced);
  } catch (error) {
    const fields = { namespace: wc.namespace, problem: messageOf(error) };
    deps.log.warn(fields, 'marks could not be shown beside the resources; the next survey tries again');
  }
}
