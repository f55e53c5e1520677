import type { Namespace } from './namespace.ts';

/** The kinds of transitions, as the audit log and the feed of events name them. */
export const AUDIT_EVENTS = [
  'marked',
  'refreshed',
  'recalculated',
  'unmarked',
  'noticed',
  'reminded',
  'sentAgain',
  'permitted',
  'deleted',
  'accepted',
  'quarantined',
  'released',
  'gone',
  'deferred',
  'refused',
  'optedOut',
  'optOutUndone',
  'expedited',
  'expediteRefused',
  'expediteUndone',
  'disclaimed',
  'disclaimRefused',
  'disclaimUndone',
  'waivedEvidence',
  'protected',
  'markedElsewhere',
  'unmarkedElsewhere',
  'restoring',
  'restored',
  'notRestored',
  'approved',
  'control',
  'signedIn',
  'signInRefused',
  'signedOut',
  'changeRefused',
] as const;
/** The kind of an audit entry. Log lines, the API and the console use the same words. */
export type AuditEvent = (typeof AUDIT_EVENTS)[number];

/** The events that earlier versions stored under another name. */
const EARLIER_EVENTS: Readonly<Record<string, AuditEvent>> = {
  held: 'deferred',
  madeWithout: 'waivedEvidence',
  hastened: 'expedited',
  hasteRefused: 'expediteRefused',
  hasteUndone: 'expediteUndone',
};

/** A stored event by its name of today. */
export function eventOfNow(stored: string): AuditEvent {
  return EARLIER_EVENTS[stored] ?? (stored as AuditEvent);
}

/** One transition in the audit log (law 10). The log line is the record, the Redis stream only a cache. */
export interface AuditEntry {
  /** ms since the epoch; of several that say the same, the first. */
  readonly at: number;
  /** In a history: so many entries one after the other said the same; absent = one. */
  readonly count?: number;
  /** With `count`: when the last of them was, ms since the epoch. */
  readonly lastAt?: number;
  readonly namespace: Namespace | 'fleet';
  /** The resource; absent for an event of the whole namespace. */
  readonly id?: string;
  /** The resource's name, where it is another text than the id and the writer knows it. */
  readonly name?: string;
  readonly event: AuditEvent;
  /** `holystone`, an owner's address, an operator's name. */
  readonly actor: string;
  readonly reason?: string;
  readonly passId?: string;
  readonly generation?: string;
  /** Request id of the cloud's answer. */
  readonly requestId?: string;
  /** Only for a deletion: until when the provider retains it for a restore; ms since the epoch. */
  readonly restorableUntil?: number;
  /** SHA-256 of the evidence about the resource at its evaluation, hex; see `evidenceHash`. */
  readonly evidence?: string;
  /** The states before and after the transition: of a mark, the fleet's control, an opt-out target, a keep tag. */
  readonly before?: string;
  readonly after?: string;
  /** Only in the log: the store did not answer, or may lose the change. The requested change may or may not be done. */
  readonly unconfirmed?: true;
}

/** The name that a resource had last, as its history has it; `undefined`: none beside its id, or the history has lost it. */
export function nameInHistory(history: readonly Pick<AuditEntry, 'name'>[]): string | undefined {
  return history.findLast(({ name }) => name)?.name;
}
