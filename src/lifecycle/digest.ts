/**
 * One message to one owner: prepare, store, send, record. The message is stored before it is sent, so that a crash in
 * between sends the very same again, recognisable by its Message-ID (law 11). Dates are only ever shown later.
 */
import { mayRun } from '../core/cadence.ts';
import { defined } from '../core/defined.ts';
import type { Digest, DigestRow } from '../core/digest.ts';
import { hasValidNotice, type Mark, recordNotice } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import type { OutboxItem } from '../core/ports.ts';
import { movedPhase } from '../core/quarantine.ts';
import { recordReminder } from '../core/reminder.ts';
import { dateToShow, deletionDate } from '../core/retention.ts';
import { atStage, isHeldAt } from '../core/stage.ts';
import { mapInSteps } from '../core/steps.ts';
import { refusedAgain } from '../core/waitingNotice.ts';
import { isOpen } from '../core/window.ts';
import { deletesNothingBecause } from '../core/workConfiguration.ts';
import { cameBack } from './bounce.ts';
import type { LifecycleDeps } from './deps.ts';
import { digestOf, keepUrlOf, untoldOf } from './digestRows.ts';
import { pagesByNamespace } from './outboxPages.ts';
import { SoonestUntold, type Untold } from './soonestUntold.ts';

/** The owner's message was not accepted: no notice is recorded, and the outbox knows when it is tried again. */
export class NoticeNotAccepted extends Error {
  override readonly name = 'NoticeNotAccepted';
}

/** How many rows of the message were recorded as noticed. */
export interface DigestResult {
  readonly sent: boolean;
  readonly noticed: number;
}

export async function sendDigest(unstaged: LifecycleDeps, owner: string): Promise<DigestResult> {
  const deps = await atStages(unstaged);
  const { items, prepared, refused } = await deps.outbox.read(owner);
  const isBack = prepared !== undefined && (await cameBack(deps, prepared.messageId));
  const kept = !isBack && prepared?.rows.every((row) => mayTell(deps, row.namespace)) ? prepared : undefined;
  if (prepared && !kept && prepared.rows.some((row) => waitsForWindow(deps, row.namespace))) return NOT_SENT;
  const { digest, stale } = kept
    ? { digest: await redated(deps, kept), stale: [] }
    : await compose(deps, owner, items, prepared?.rows ?? []);
  if (digest.rows.length === 0) {
    await deps.outbox.settle(owner, stale);
    return NOT_SENT;
  }
  const { messageId } = digest;
  await deps.messages.open({ messageId, owner, items: [...digest.rows].sort((a, b) => a.deletionAt - b.deletionAt) });
  await deps.outbox.prepare(owner, digest);
  const result = await deps.notifier.send(digest);
  if (result.kind !== 'accepted') {
    const said = { problem: result.why, permanent: result.kind === 'rejected' };
    await deps.outbox.refuse(owner, refusedAgain(refused, said, deps.clock.now()));
    throw new NoticeNotAccepted(`the notice to ${owner} was not accepted: ${result.why}`);
  }
  const acceptedAt = deps.watch.latest();
  const noticed = await record(deps, digest, acceptedAt);
  // One that came back before all of it was on record found nothing to withdraw.
  const isLost = await cameBack(deps, messageId);
  const told = digest.rows.map(({ namespace, id, generation }) => ({ namespace, id, generation }));
  await deps.outbox.settle(owner, [...told, ...stale], acceptedAt);
  await deps.notifier.copy?.(digest);
  return { sent: true, noticed: isLost ? 0 : noticed };
}

/** What is planned only is not live: nobody is told of it. */
async function atStages(deps: LifecycleDeps): Promise<StagedDeps> {
  const stageOf = await deps.fleet.stages();
  const workConfigurationOf = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc && atStage(wc, stageOf(wc));
  };
  const isHeld = (namespace: Namespace) => {
    const wc = deps.workConfigurationOf(namespace);
    return wc !== undefined && isHeldAt(stageOf(wc));
  };
  return { ...deps, workConfigurationOf, isHeld };
}

interface StagedDeps extends LifecycleDeps {
  /** Is nothing deleted at the stage that it is at? Then the message must not say that it will be. */
  isHeld(namespace: Namespace): boolean;
}

const NOT_SENT: DigestResult = { sent: false, noticed: 0 };

/** Live, and in its window: dry run sends no mail (law 5), also not one that was prepared before. */
function mayTell(deps: LifecycleDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && mayRun(wc, 'notify', deps.clock.now());
}

function waitsForWindow(deps: LifecycleDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && deletesNothingBecause(wc) === undefined && !isOpen(wc.window, deps.clock.now());
}

/**
 * The stored message again, with its Message-ID and set; its dates are counted from now, and never earlier. What is
 * recorded as told by it already keeps its date, which is that of its deletion.
 */
async function redated(deps: StagedDeps, prepared: Digest): Promise<Digest> {
  const now = deps.clock.now();
  const rows: DigestRow[] = [];
  for (const row of prepared.rows) {
    const mark = await deps.marks.get(row.namespace, row.id);
    const notice = mark?.notice;
    const isTold = notice?.messageId === prepared.messageId && notice.generation === row.generation;
    if (row.reminder) rows.push({ ...row, deletionAt: mark?.projectedDeletionAt ?? row.deletionAt });
    else rows.push(isTold ? row : redate(deps, row, now));
  }
  return { ...prepared, rows: rows.map((row) => asHeld(row, deps.isHeld(row.namespace))) };
}

function asHeld({ held: _held, ...row }: DigestRow, isHeld: boolean): DigestRow {
  return isHeld ? { ...row, held: true } : row;
}

/**
 * A new message, and the items that are not to be told any more. Items whose window is closed wait, and so do those for
 * which one notice has no room: nobody was told of them (L45).
 * @param before what a message showed that may have arrived, though nobody heard that it did, or came back
 */
async function compose(
  deps: StagedDeps,
  owner: string,
  items: readonly OutboxItem[],
  before: readonly DigestRow[],
): Promise<{ digest: Digest; stale: readonly OutboxItem[] }> {
  const preparedAt = deps.clock.now();
  const untold = new SoonestUntold(preparedAt);
  const stale: OutboxItem[] = [];
  for (const page of pagesByNamespace(items)) {
    const [{ namespace }] = page;
    if (waitsForWindow(deps, namespace)) continue;
    const wc = mayTell(deps, namespace) ? deps.workConfigurationOf(namespace) : undefined;
    const held = deps.isHeld(namespace) ? { held: true as const } : {};
    const marks = await deps.marks.getMany(namespace, [...new Set(page.map(({ id }) => id))]);
    const markOf = new Map(marks.map((mark) => [mark.id, mark]));
    const toTell: Untold[] = [];
    for (const item of page) {
      const mark = markOf.get(item.id);
      const isOurs = mark?.generation === item.generation && mark.owner === owner;
      const one = wc && isOurs ? untoldOf(wc, mark, preparedAt) : undefined;
      if (one && keepUrlOf(deps.links, one.mark, owner) !== undefined) toTell.push({ ...one, ...held });
      else stale.push(item);
    }
    await untold.add(toTell);
  }
  const room = deps.notifier.room?.(preparedAt);
  return { digest: await notBefore(deps, await digestOf(deps.links, owner, untold, preparedAt, room), before), stale };
}

/** No date is earlier than one that the same mark was shown with before. */
async function notBefore(deps: LifecycleDeps, digest: Digest, before: readonly DigestRow[]): Promise<Digest> {
  if (before.length === 0) return digest;
  const keyOf = ({ namespace, id, generation }: DigestRow) => JSON.stringify([namespace, id, generation]);
  const shown = new Map(before.map((row) => [keyOf(row), row]));
  const rows = await mapInSteps(digest.rows, (row) => {
    const earlier = row.reminder ? undefined : shown.get(keyOf(row));
    if (!earlier) return row;
    const { quarantine = row.quarantine } = earlier;
    // Without the quarantine that was told of, its end is the date.
    if (quarantine && !row.quarantine) return movedTo(deps, row, quarantine.deletionAt);
    return movedTo(deps, quarantine ? { ...row, quarantine: later(row, quarantine) } : row, earlier.deletionAt);
  });
  return { ...digest, rows };
}

function later({ quarantine }: DigestRow, before: NonNullable<DigestRow['quarantine']>) {
  return { ...before, ...quarantine, deletionAt: Math.max(before.deletionAt, quarantine?.deletionAt ?? 0) };
}

/** Not before `date`; the end of a quarantine moves with it. */
function movedTo(deps: LifecycleDeps, row: DigestRow, date: number): DigestRow {
  const deletionAt = Math.max(row.deletionAt, date);
  const { quarantine } = row;
  if (!quarantine) return { ...row, deletionAt };
  return {
    ...row,
    deletionAt,
    quarantine: movedPhase(deps.workConfigurationOf(row.namespace), quarantine, deletionAt),
  };
}

function isUntold(mark: Mark, item: OutboxItem, owner: string, now: number): boolean {
  const ours = mark.generation === item.generation && mark.owner === owner;
  return ours && mark.state !== 'deleting' && !hasValidNotice(mark, now);
}

function redate(deps: LifecycleDeps, row: DigestRow, now: number): DigestRow {
  const wc = deps.workConfigurationOf(row.namespace);
  return wc ? movedTo(deps, row, dateToShow(wc, now, row.unowned ?? false)) : row;
}

async function record(deps: LifecycleDeps, digest: Digest, acceptedAt: number): Promise<number> {
  let noticed = 0;
  for (const row of digest.rows) {
    if (row.reminder) await recordReminderOf(deps, digest, row, acceptedAt);
    else if (await recordRow(deps, digest, row, acceptedAt)) noticed++;
  }
  return noticed;
}

/** No notice, and no date is moved: it is only not to be said again. */
async function recordReminderOf(deps: LifecycleDeps, digest: Digest, row: DigestRow, at: number): Promise<void> {
  const { namespace, id, generation } = row;
  const { messageId } = digest;
  for (let attempt = 0; attempt < 5; attempt++) {
    const before = await deps.marks.get(namespace, id);
    const after = before?.generation === generation ? recordReminder(before, messageId, at, endOf(row)) : undefined;
    if (!before || !after) return;
    const reason = `message ${messageId} to ${digest.owner}, deletion on ${new Date(row.deletionAt).toISOString()}`;
    const audit = { at, namespace, id, event: 'reminded', actor: 'holystone', reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return;
  }
}

/** When it said that the deletion comes, after a quarantine that is still to come. */
function endOf({ quarantine }: DigestRow): number | undefined {
  return quarantine?.since === undefined ? quarantine?.deletionAt : undefined;
}

/** Compare-and-set, so an opt-out or a refresh in between is never overwritten; a refreshed mark is tried again. */
async function recordRow(deps: LifecycleDeps, digest: Digest, row: DigestRow, acceptedAt: number): Promise<boolean> {
  const { namespace, id, generation } = row;
  const wc = deps.workConfigurationOf(namespace);
  for (let attempt = 0; wc?.live && attempt < 5; attempt++) {
    const before = await deps.marks.get(namespace, id);
    if (!before || !isUntold(before, row, digest.owner, acceptedAt)) return false;
    const dueAt = Math.max(row.deletionAt, deletionDate(wc, acceptedAt, before.unowned ?? false));
    const { messageId, owner: recipient } = digest;
    const validUntil = dueAt + wc.notice.validForMs;
    const shown = { shownAt: row.deletionAt, ...defined({ deletionAt: endOf(row) }) };
    const notice = { messageId, recipient, acceptedAt, ...shown, generation, validUntil };
    const after = recordNotice(before, notice, dueAt);
    const reason = `message ${messageId} to ${recipient}, deletion on ${new Date(after.projectedDeletionAt).toISOString()}`;
    const audit = { at: acceptedAt, namespace, id, event: 'noticed', actor: 'holystone', reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
  }
  return false;
}
