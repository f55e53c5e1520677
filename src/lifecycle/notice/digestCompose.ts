/** A new message to one owner. */
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import type { OutboxItem } from '../../core/ports/ports.ts';
import { notBefore } from './digestDates.ts';
import { digestOf, keepUrlOf, pendingNoticeOf } from './digestRows.ts';
import { pagesByNamespace } from './outboxPages.ts';
import { type PendingNotice, SoonestPending } from './soonestPending.ts';
import { mayNotify, type StagedDeps, waitsForWindow } from './staged.ts';
import { standingMarks } from './standingMarks.ts';

/**
 * A new message, and the items that need no notice any more. Items whose window is closed wait, and so do items that do
 * not fit into one notice: their owner got no notice of them (L45).
 * @param before the rows of a message that may have arrived although no answer confirmed it, or that bounced
 */
export async function compose(
  deps: StagedDeps,
  owner: string,
  items: readonly OutboxItem[],
  before: readonly DigestRow[],
): Promise<{ digest: Digest; stale: readonly OutboxItem[] }> {
  const preparedAt = deps.clock.now();
  const pending = new SoonestPending(preparedAt);
  const stale: OutboxItem[] = [];
  for (const page of pagesByNamespace(items)) {
    const [{ namespace }] = page;
    if (waitsForWindow(deps, namespace)) continue;
    const wc = mayNotify(deps, namespace) ? deps.workConfigurationOf(namespace) : undefined;
    const stage = deps.isNotifyOnlyIn(namespace) ? { notifyOnly: true as const } : {};
    const marks = await standingMarks(deps, namespace, page);
    const markOf = new Map(marks.map((mark) => [mark.id, mark]));
    const toNotify: PendingNotice[] = [];
    for (const item of page) {
      const mark = markOf.get(item.id);
      const isOurs = mark?.generation === item.generation && mark.owner === owner;
      const one = wc && isOurs ? pendingNoticeOf(wc, mark, preparedAt) : undefined;
      if (one && keepUrlOf(deps.links, one.mark, owner) !== undefined) toNotify.push({ ...one, ...stage });
      else stale.push(item);
    }
    await pending.add(toNotify);
  }
  const room = deps.notifier.room?.(preparedAt);
  return { digest: await notBefore(deps, await digestOf(deps.links, owner, pending, preparedAt, room), before), stale };
}
