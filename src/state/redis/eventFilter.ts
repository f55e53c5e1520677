import type { EventFilter } from '../../core/ports/events.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';

/** Whether the filter asks for the entry; texts match in any case. */
export function matches(entry: AuditEntry, filter: EventFilter): boolean {
  const { namespace, id, event, actor, person, q, from, to } = filter;
  const part = q?.toLowerCase();
  const at = entry.lastAt ?? entry.at;
  return (
    (from === undefined || at >= from) &&
    (to === undefined || at < to) &&
    (part === undefined || [entry.id, entry.name].some((text) => text?.toLowerCase().includes(part))) &&
    (namespace === undefined || entry.namespace.toLowerCase() === namespace.toLowerCase()) &&
    (id === undefined || entry.id === id) &&
    (event === undefined || entry.event === event) &&
    (actor === undefined || entry.actor.toLowerCase().includes(actor.toLowerCase())) &&
    (person === undefined || entry.actor.toLowerCase() === person.toLowerCase())
  );
}
