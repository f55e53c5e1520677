/** What waiting messages would name now: a mark in an outbox may be kept, deleted or notified since. */
import type { Mark } from '../../../core/mark/mark.ts';
import { messageDue } from '../../../core/mark/reminder.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { FEW_MARKS } from './fewMarks.ts';

type Deps = Pick<OperatorDeps, 'outbox' | 'marks' | 'workConfigurations'>;

/** @param marks at least those that the messages name; a refused message waits as it is stored */
export function withoutSettled(
  waiting: readonly DatedNotice[],
  marks: readonly Mark[],
  { deps, now }: { readonly deps: Pick<Deps, 'workConfigurations'>; readonly now: number },
): readonly DatedNotice[] {
  const settings = new Map(deps.workConfigurations().map(({ namespace, notice }) => [namespace, notice]));
  const due = new Map<string, number>();
  for (const mark of marks) {
    const notice = settings.get(mark.namespace);
    if (mark.owner !== undefined && notice && messageDue(mark, notice, now))
      due.set(mark.owner, (due.get(mark.owner) ?? 0) + 1);
  }
  const left = waiting.map((one) => ({ ...one, resources: Math.min(one.resources, due.get(one.owner) ?? 0) }));
  return left.flatMap((one, at) => (one.refused ? (waiting[at] ?? []) : one.resources === 0 ? [] : one));
}

/** The same by a read of the marks in the outboxes of these messages; as they are stored where that is too much for a page. */
export async function readWithoutSettled(
  deps: Deps,
  waiting: readonly DatedNotice[],
  now: number,
): Promise<readonly DatedNotice[]> {
  if (waiting.reduce((sum, { resources }) => sum + resources, 0) > FEW_MARKS) return waiting;
  const read = await Promise.all(waiting.map(({ owner }) => deps.outbox.read(owner)));
  const generations = new Map<Namespace, Map<string, string>>();
  for (const { namespace, id, generation } of read.flatMap(({ items }) => items))
    generations.set(namespace, (generations.get(namespace) ?? new Map()).set(id, generation));
  const marks = await Promise.all(
    [...generations].map(async ([namespace, ids]) =>
      (await deps.marks.getMany(namespace, [...ids.keys()])).filter(({ id, generation }) => ids.get(id) === generation),
    ),
  );
  return withoutSettled(waiting, marks.flat(), { deps, now });
}
