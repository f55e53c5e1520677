import type { AuditEvent } from '../../../core/resource/audit.ts';
import { shorten } from '../../../core/text/visible.ts';

const LONGEST = 500;
const INSTANT = /(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}(?:\.\d+)?Z/g;

/** The name of an event for people: `opted out`. */
export function eventWords(event: AuditEvent): string {
  return event === 'noticed' ? 'notified' : event.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** The reason of an event, with its instants as the pages show them: `2027-02-22 12:35 UTC`. */
export function reasonWords(reason: string | undefined): string {
  return shorten((reason ?? '').replace(INSTANT, '$1 $2 UTC'), LONGEST);
}
