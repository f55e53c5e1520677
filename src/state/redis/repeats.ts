/** Entries of the audit log that come again with every pass: one entry stands for all of them, with their number. */
import { createHash } from 'node:crypto';
import { type AuditEntry, type AuditEvent, eventOfNow } from '../../core/resource/audit.ts';
import { text } from './jsonShapes.ts';

/** Events that leave the mark as it was. */
const REPEATABLE: readonly AuditEvent[] = ['deferred', 'refused', 'refreshed'];

/** The same for entries that say the same; '' where each entry stays an entry of its own. */
export function repeatHash(entry: AuditEntry): string {
  return REPEATABLE.includes(entry.event) ? createHash('sha256').update(saidBy(entry)).digest('hex').slice(0, 16) : '';
}

/** What pages and commands show as texts, where an entry has it. */
const SHOWN = ['id', 'name', 'reason', 'requestId', 'before', 'after'] as const;

/**
 * An entry of the stream: field, value, …; `count` and `since` where it stands for several.
 * @throws where it has another shape
 */
export function entryOf(fields: readonly string[]): AuditEntry {
  const [, , , json = '', , count, , since] = fields;
  const stored = JSON.parse(json) as AuditEntry;
  for (const one of [stored.namespace, stored.event, stored.actor]) text(one);
  for (const name of SHOWN) text(stored[name] ?? '');
  for (const one of [stored.at, since ?? 0]) new Date(Number(one)).toISOString();
  const entry = { ...stored, event: eventOfNow(stored.event) };
  return count === undefined ? entry : { ...entry, at: Number(since), count: Number(count), lastAt: entry.at };
}

/**
 * One resource's entries, newest first, with one more that is older. Earlier versions of Holystone stored an entry a
 * pass: those that say the same one after the other become one here.
 */
export function withOlder(newestFirst: AuditEntry[], older: AuditEntry): AuditEntry[] {
  const last = newestFirst.at(-1);
  if (last === undefined || repeatHash(last) === '' || saidBy(last) !== saidBy(older)) newestFirst.push(older);
  else {
    const count = (last.count ?? 1) + (older.count ?? 1);
    newestFirst[newestFirst.length - 1] = { ...last, at: older.at, count, lastAt: last.lastAt ?? last.at };
  }
  return newestFirst;
}

function saidBy({ event, actor, reason = '', before = '', after = '' }: AuditEntry): string {
  return JSON.stringify([event, actor, reason, before, after]);
}
