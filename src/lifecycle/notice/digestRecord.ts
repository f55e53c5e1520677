/** Records an accepted message: the notice of each mark, or the reminder of its owner. */
import { defined } from '../../core/common/defined.ts';
import { hasValidNotice, type Mark, recordNotice } from '../../core/mark/mark.ts';
import { recordInUseNotice } from '../../core/mark/patience.ts';
import { recordReminder } from '../../core/mark/reminder.ts';
import { deletionDate } from '../../core/mark/retention.ts';
import { isUntold } from '../../core/mark/untold.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import type { OutboxItem } from '../../core/ports/ports.ts';
import type { DigestDeps } from '../pass/deps.ts';

/** @returns how many marks have the message as their notice now */
export async function recordDigest(deps: DigestDeps, digest: Digest, acceptedAt: number): Promise<number> {
  let noticed = 0;
  for (const row of digest.rows) {
    if (row.reminder) await recordReminderOf(deps, digest, row, acceptedAt);
    else if (await recordRow(deps, digest, row, acceptedAt)) noticed++;
  }
  return noticed;
}

/** Records no notice and moves no date: this only prevents a second reminder. */
async function recordReminderOf(deps: DigestDeps, digest: Digest, row: DigestRow, at: number): Promise<void> {
  const { namespace, id, generation } = row;
  const { messageId } = digest;
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await deps.marks.get(namespace, id);
    const isOurs = before?.generation === generation;
    const after = isOurs ? remindedOf(before, messageId, at, row) : undefined;
    if (!before || !after) return;
    const reason = `message ${messageId} to ${digest.owner}, deletion on ${new Date(row.deletionAt).toISOString()}`;
    const audit = { at, namespace, id, event: 'reminded', actor: 'holystone', reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return;
  }
}

function remindedOf(mark: Mark, messageId: string, at: number, row: DigestRow): Mark | undefined {
  return row.inUse ? recordInUseNotice(mark, messageId) : recordReminder(mark, messageId, at, endOf(row));
}

/** The announced date of the deletion, after a quarantine that is still to come. */
export function endOf({ quarantine }: DigestRow): number | undefined {
  return quarantine?.since === undefined ? quarantine?.deletionAt : undefined;
}

/** Compare-and-set, so a concurrent opt-out or refresh is never overwritten; a refreshed mark is tried again. */
async function recordRow(deps: DigestDeps, digest: Digest, row: DigestRow, acceptedAt: number): Promise<boolean> {
  const { namespace, id, generation } = row;
  const wc = deps.workConfigurationOf(namespace);
  for (let attempt = 0; wc?.live && attempt < 5; attempt++) {
    const before = await deps.marks.get(namespace, id);
    if (!before || !isPending(before, row, digest.owner, acceptedAt)) return false;
    // A survey found more that goes with it after the message was written.
    if (row.because && isUntold({ code: 'and', values: { all: row.because } }, before.resource.note)) return false;
    const dueAt = Math.max(row.deletionAt, deletionDate(wc, acceptedAt, before.unowned ?? false));
    const { messageId, owner: recipient } = digest;
    const { linkUntil = Number.POSITIVE_INFINITY } = row;
    // A notice with a dead link no longer counts: the owner gets a new one.
    const validUntil = Math.min(dueAt + wc.notice.validForMs, linkUntil);
    const end = endOf(row);
    const linksUntil = end === undefined ? undefined : row.linkUntil;
    const shown = { shownAt: row.deletionAt, ...defined({ deletionAt: end, linksUntil }) };
    const notice = { messageId, recipient, acceptedAt, ...shown, generation, validUntil };
    const after = recordNotice(before, notice, dueAt);
    const reason = `message ${messageId} to ${recipient}, deletion on ${new Date(after.projectedDeletionAt).toISOString()}`;
    const audit = { at: acceptedAt, namespace, id, event: 'noticed', actor: 'holystone', reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
  }
  return false;
}

function isPending(mark: Mark, item: OutboxItem, owner: string, now: number): boolean {
  const ours = mark.generation === item.generation && mark.owner === owner;
  return ours && mark.state !== 'deleting' && !hasValidNotice(mark, now);
}
