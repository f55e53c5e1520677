import { defined } from '../../core/common/defined.ts';
import { LIGHT_STEP, type Stepwise, sorting } from '../../core/common/steps.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { BlockedChange } from '../../core/policy/pastPass.ts';
import type { Transition } from '../../core/ports/ports.ts';

/** The marks and unmarks of a blocked mark pass, by id, so that two passes can be compared. */
export function* changesOf(transitions: readonly Transition[]): Stepwise<readonly BlockedChange[]> {
  const changes = new Map<string, BlockedChange>();
  let looked = 0;
  for (const { id, before, after, audit } of transitions) {
    const change = audit.event === 'marked' ? 'mark' : audit.event === 'unmarked' ? 'unmark' : undefined;
    if (change) changes.set(id, changeOf(change, { ...(after ?? before), id, reason: audit.reason }));
    if (++looked % LIGHT_STEP === 0) yield;
  }
  return yield* byId(changes);
}

/** The deletions of a blocked delete pass, by id. */
export function* deletionsOf(marks: readonly Mark[]): Stepwise<readonly BlockedChange[]> {
  const changes = new Map<string, BlockedChange>();
  for (const mark of marks) changes.set(mark.id, changeOf('delete', { ...mark, reason: mark.reasons.join('; ') }));
  return yield* byId(changes);
}

function* byId(changes: ReadonlyMap<string, BlockedChange>): Stepwise<readonly BlockedChange[]> {
  const ids = yield* sorting([...changes.keys()]);
  return ids.map((id) => changes.get(id) as BlockedChange);
}

type Changed = Partial<Pick<Mark, 'resource' | 'owner' | 'projectedDeletionAt' | 'identity'>> & {
  readonly id: string;
  readonly reason: string | undefined;
};

function changeOf(change: BlockedChange['change'], changed: Changed): BlockedChange {
  const { id, resource, owner, reason, projectedDeletionAt: deletionAt, identity } = changed;
  const { name, createdAt, monthlyCost } = resource ?? {};
  return { change, id, ...defined({ name, owner, reason, deletionAt, createdAt, monthlyCost, identity }) };
}
