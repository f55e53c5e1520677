/** Writes Holystone's marks for other tools that clean the same resources, where a type supports it. */
import { messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';

/**
 * Makes the other tool's marks equal to Holystone's, and writes each into the audit log. A failure is logged and
 * changes nothing: the next survey sees in `Resource.markedElsewhereAt` which marks are still to be written.
 * @param marks as they are stored after the pass */
export async function markElsewhere(
  deps: Pick<LifecycleDeps, 'log' | 'clock' | 'audit' | 'handlerOf'>,
  { wc, passId }: Pick<PassContext, 'wc' | 'passId'>,
  { session, judged }: { readonly session: Session; readonly judged: ReadonlyMap<string, Judged> },
  marks: readonly Mark[],
): Promise<void> {
  if (!session.markElsewhere || deletesNothingBecause(wc) !== undefined) return;
  const record = (resources: readonly Resource[], event: 'markedElsewhere' | 'unmarkedElsewhere') => {
    const at = deps.clock.now();
    for (const { id } of resources) {
      deps.audit.log({ at, namespace: wc.namespace, id, event, actor: 'holystone', passId });
    }
  };
  // Then the survey read the marks of candidates alone: a resource that lost its mark may have one.
  const isUnread = deps.handlerOf(typeOf(wc.namespace)).candidatesAreReadById;
  const marked = new Map(marks.map(({ id, identity }) => [id, identity]));
  const all = [...judged.values()].map(({ resource }) => resource);
  const isOurs = ({ id, identity }: (typeof all)[number]) => marked.get(id) === identity;
  const added = all.filter((one) => isOurs(one) && one.markedElsewhereAt === undefined);
  const removed = all.filter((one) => !marked.has(one.id) && (isUnread || one.markedElsewhereAt !== undefined));
  try {
    if (added.length > 0) {
      await session.markElsewhere(added, deps.clock.now());
      record(added, 'markedElsewhere');
    }
    if (removed.length > 0) {
      await session.markElsewhere(removed, undefined);
      record(removed, 'unmarkedElsewhere');
    }
  } catch (error) {
    const fields = { namespace: wc.namespace, problem: messageOf(error) };
    deps.log.warn(fields, 'the marks of the other tool could not be written; the next survey tries again');
  }
}
