import type { Namespace } from './namespace.ts';

export type AuditEvent =
  | 'marked'
  | 'refreshed'
  | 'recalculated'
  | 'unmarked'
  | 'noticed'
  | 'reminded'
  | 'permitted'
  | 'deleted'
  | 'accepted'
  | 'quarantined'
  | 'released'
  | 'gone'
  | 'held'
  | 'refused'
  | 'optedOut'
  | 'optOutUndone'
  | 'hastened'
  | 'hasteRefused'
  | 'hasteUndone'
  | 'disclaimed'
  | 'disclaimRefused'
  | 'disclaimUndone'
  | 'madeWithout'
  | 'protected'
  | 'markedElsewhere'
  | 'unmarkedElsewhere'
  | 'restoring'
  | 'restored'
  | 'notRestored'
  | 'approved'
  | 'control';

/** One transition, as the audit log keeps it (law 10). The log line is the record, the stream a cache of it. */
export interface AuditEntry {
  /** ms since the epoch. */
  readonly at: number;
  readonly namespace: Namespace | 'fleet';
  /** The resource; absent for what concerns the whole namespace. */
  readonly id?: string;
  readonly event: AuditEvent;
  /** `holystone`, an owner's address, an operator's name. */
  readonly actor: string;
  readonly reason?: string;
  readonly passId?: string;
  readonly generation?: string;
  /** Of the cloud's answer. */
  readonly requestId?: string;
  /** Of a deletion: until when the provider holds it, so that it can be restored; ms since the epoch. */
  readonly restorableUntil?: number;
  /** SHA-256 of what was known about the resource when it was judged, hex; see `evidenceHash`. */
  readonly evidence?: string;
  /** The state that was left, and the one that was entered: a mark's, the fleet's control, what is kept, a keep tag. */
  readonly before?: string;
  readonly after?: string;
  /** Only in the log: the store did not answer, or may lose it again. It was asked for, and was done or was not. */
  readonly unconfirmed?: true;
}
