import { LIGHT_STEP, type Stepwise, sorting } from '../../core/common/steps.ts';
import { type BlockedChange, CHANGES_KEPT } from '../../core/policy/pastPass.ts';
import type { Transition } from '../../core/ports/ports.ts';

/** The changes of a mark pass that would mark or unmark, in the order of their ids. */
export function* changesOf(transitions: readonly Transition[]): Stepwise<readonly BlockedChange[]> {
  const changes = new Map<string, BlockedChange>();
  let looked = 0;
  for (const { id, before, after, audit } of transitions) {
    if (audit.event === 'marked' || audit.event === 'unmarked') {
      const { resource, owner, projectedDeletionAt } = after ?? before ?? {};
      changes.set(id, {
        change: audit.event === 'marked' ? 'mark' : 'unmark',
        id,
        ...(resource?.name === undefined ? {} : { name: resource.name }),
        ...(owner === undefined ? {} : { owner }),
        ...(audit.reason === undefined ? {} : { reason: audit.reason }),
        ...(projectedDeletionAt === undefined ? {} : { deletionAt: projectedDeletionAt }),
      });
    }
    if (++looked % LIGHT_STEP === 0) yield;
  }
  const ids = yield* sorting([...changes.keys()]);
  return ids.slice(0, CHANGES_KEPT).map((id) => changes.get(id) as BlockedChange);
}
