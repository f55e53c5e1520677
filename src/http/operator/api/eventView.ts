import type { FleetEvent } from '../../../core/ports/events.ts';
import { auditView } from './views.ts';

/** An event of the feed, with its cursor. */
export function eventView({ cursor, entry }: FleetEvent) {
  return { cursor, ...auditView(entry) };
}
