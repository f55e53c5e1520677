/**
 * One message to one owner: prepare, store, send, record. The message is stored before it is sent, so that a crash in
 * between sends the very same again, recognisable by its Message-ID (law 11). Dates are only ever shown later.
 */
import { createHash } from 'node:crypto';
import { mayRun } from '../core/cadence.ts';
import type { Digest, DigestRow } from '../core/digest.ts';
import { hasValidNotice, type Mark, recordNotice } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import type { OutboxItem } from '../core/ports.ts';
import { dateToShow, deletionDate } from '../core/retention.ts';
import { isOpen } from '../core/window.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { LifecycleDeps } from './deps.ts';

/** The owner's mail could not be handed over; nothing was recorded, and the item is retried with back-off. */
class NoticeNotAccepted extends Error {
  override readonly name = 'NoticeNotAccepted';
}

/** How many rows of the message were recorded as noticed. */
export interface DigestResult {
  readonly sent: boolean;
  readonly noticed: number;
}

export async function sendDigest(deps: LifecycleDeps, owner: string): Promise<DigestResult> {
  const { items, prepared } = await deps.outbox.read(owner);
  const kept = prepared?.rows.every((row) => mayTell(deps, row.namespace)) ? prepared : undefined;
  if (prepared && !kept && prepared.rows.some((row) => waitsForWindow(deps, row.namespace))) return NOT_SENT;
  const { digest, stale } = kept ? { digest: redated(deps, kept), stale: [] } : await compose(deps, owner, items);
  if (digest.rows.length === 0) {
    await deps.outbox.settle(owner, stale);
    return NOT_SENT;
  }
  await deps.outbox.prepare(owner, digest);
  const result = await deps.notifier.send(digest);
  if (result.kind !== 'accepted') {
    throw new NoticeNotAccepted(`the notice to ${owner} was not accepted: ${result.why}`);
  }
  const acceptedAt = deps.watch.latest();
  const noticed = await record(deps, digest, acceptedAt);
  const told = digest.rows.map(({ namespace, id, generation }) => ({ namespace, id, generation }));
  await deps.outbox.settle(owner, [...told, ...stale], acceptedAt);
  return { sent: true, noticed };
}

const NOT_SENT: DigestResult = { sent: false, noticed: 0 };

/** Live, and in its window: dry run sends no mail (law 5), also not one that was prepared before. */
function mayTell(deps: LifecycleDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc !== undefined && mayRun(wc, 'notify', deps.clock.now());
}

function waitsForWindow(deps: LifecycleDeps, namespace: Namespace): boolean {
  const wc = deps.workConfigurationOf(namespace);
  return wc?.live === true && !isOpen(wc.window, deps.clock.now());
}

/** The stored message again, with its Message-ID and set; its dates are counted from now, and never earlier. */
function redated(deps: LifecycleDeps, prepared: Digest): Digest {
  const now = deps.clock.now();
  return { ...prepared, rows: prepared.rows.map((row) => redate(deps, row, now)) };
}

/** A new message, and the items that are not to be told any more. Items whose window is closed wait. */
async function compose(
  deps: LifecycleDeps,
  owner: string,
  items: readonly OutboxItem[],
): Promise<{ digest: Digest; stale: readonly OutboxItem[] }> {
  const preparedAt = deps.clock.now();
  const rows: DigestRow[] = [];
  const stale: OutboxItem[] = [];
  let itemsPerMessage = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (waitsForWindow(deps, item.namespace)) continue;
    const wc = deps.workConfigurationOf(item.namespace);
    const mark = await deps.marks.get(item.namespace, item.id);
    if (!wc || !mayTell(deps, item.namespace) || !mark || !isUntold(mark, item, owner, preparedAt)) {
      stale.push(item);
      continue;
    }
    rows.push(rowOf(deps, wc, mark, owner, preparedAt));
    itemsPerMessage = Math.min(itemsPerMessage, wc.notice.itemsPerMessage);
  }
  rows.sort(
    (a, b) => a.deletionAt - b.deletionAt || a.namespace.localeCompare(b.namespace) || a.id.localeCompare(b.id),
  );
  const messageId = messageIdOf(deps, owner, rows, preparedAt);
  return { digest: { messageId, owner, preparedAt, rows, itemsPerMessage }, stale };
}

function isUntold(mark: Mark, item: OutboxItem, owner: string, now: number): boolean {
  const ours = mark.generation === item.generation && mark.owner === owner;
  return ours && mark.state !== 'deleting' && !hasValidNotice(mark, now);
}

function rowOf(deps: LifecycleDeps, wc: WorkConfiguration, mark: Mark, owner: string, now: number): DigestRow {
  const { namespace, id, generation, resource, reasons } = mark;
  const group = resource.group === undefined ? {} : { group: resource.group };
  return {
    namespace,
    id,
    generation,
    name: resource.name,
    ...group,
    resourceType: wc.resourceType,
    account: wc.account.name,
    location: wc.location,
    ...(resource.createdAt === undefined ? {} : { createdAt: resource.createdAt }),
    reasons,
    deletionAt: Math.max(mark.projectedDeletionAt, dateToShow(wc, now, mark.unowned ?? false)),
    timeZone: wc.window?.timeZone ?? 'UTC',
    ...(mark.unowned ? { unowned: true } : {}),
    keepUrl: deps.links.keepUrl({ namespace, id, owner, generation, ...group }),
  };
}

function redate(deps: LifecycleDeps, row: DigestRow, now: number): DigestRow {
  const wc = deps.workConfigurationOf(row.namespace);
  return wc ? { ...row, deletionAt: Math.max(row.deletionAt, dateToShow(wc, now, row.unowned ?? false)) } : row;
}

/** Deterministic per owner, set of marks and preparation. */
function messageIdOf(deps: LifecycleDeps, owner: string, rows: readonly DigestRow[], preparedAt: number): string {
  const hash = createHash('sha256').update(JSON.stringify([owner, preparedAt]));
  for (const { namespace, id, generation } of rows) hash.update(JSON.stringify([namespace, id, generation]));
  return `<${hash.digest('hex').slice(0, 40)}@${deps.links.mailDomain}>`;
}

async function record(deps: LifecycleDeps, digest: Digest, acceptedAt: number): Promise<number> {
  let noticed = 0;
  for (const row of digest.rows) {
    if (await recordRow(deps, digest, row, acceptedAt)) noticed++;
  }
  return noticed;
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
    const after = recordNotice(
      before,
      { messageId, recipient, acceptedAt, shownAt: row.deletionAt, generation, validUntil },
      dueAt,
    );
    const reason = `message ${messageId} to ${recipient}, deletion on ${new Date(after.projectedDeletionAt).toISOString()}`;
    const audit = { at: acceptedAt, namespace, id, event: 'noticed', actor: 'holystone', reason, generation } as const;
    const [answer] = await deps.marks.apply(namespace, [{ id, before, after, audit }]);
    if (answer === 'applied') return true;
  }
  return false;
}
