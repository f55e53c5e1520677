/** Tells the other tools that clean the same resources what is marked, where a type has words for it. */
import { messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { deletesNothingBecause } from '../../core/policy/workConfiguration.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';

/**
 * Makes the other tool's marks those of ours. A failure is logged and leaves everything as it is: the next survey sees
 * by `Resource.markedElsewhereAt` what is still to be written.
 * @param marks as they are stored after the pass
 */
export async function markElsewhere(
  { log, clock }: Pick<LifecycleDeps, 'log' | 'clock'>,
  { wc }: Pick<PassContext, 'wc'>,
  { session, judged }: { readonly session: Session; readonly judged: ReadonlyMap<string, Judged> },
  marks: readonly Mark[],
): Promise<void> {
  if (!session.markElsewhere || deletesNothingBecause(wc) !== undefined) return;
  const marked = new Map(marks.map(({ id, identity }) => [id, identity]));
  const all = [...judged.values()].map(({ resource }) => resource);
  const isOurs = ({ id, identity }: (typeof all)[number]) => marked.get(id) === identity;
  const added = all.filter((one) => isOurs(one) && one.markedElsewhereAt === undefined);
  const removed = all.filter((one) => !marked.has(one.id) && one.markedElsewhereAt !== undefined);
  try {
    if (added.length > 0) await session.markElsewhere(added, clock.now());
    if (removed.length > 0) await session.markElsewhere(removed, undefined);
  } catch (error) {
    const fields = { namespace: wc.namespace, problem: messageOf(error) };
    log.warn(fields, 'the marks of the other tool could not be written, tried again at the next survey');
  }
}
