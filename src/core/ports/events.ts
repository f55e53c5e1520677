import type { AuditEntry, AuditEvent } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** One event of the fleet, with its place in the feed. */
export interface FleetEvent {
  /** Opaque, and later events have later ones; see {@link Events.before} and {@link Events.after}. */
  readonly cursor: string;
  readonly entry: AuditEntry;
}

/** Absent = all. Texts match in any case. */
export interface EventFilter {
  readonly namespace?: Namespace | 'fleet' | undefined;
  readonly id?: string | undefined;
  readonly event?: AuditEvent | undefined;
  /** Part of the actor's name. */
  readonly actor?: string | undefined;
  /** The actor's whole name. */
  readonly person?: string | undefined;
  /** Part of the id or of the name. */
  readonly q?: string | undefined;
  /** From this instant on, ms since the epoch. */
  readonly from?: number | undefined;
  /** Before this instant, ms since the epoch. */
  readonly to?: number | undefined;
}

/** One page of the feed that all instances write. */
export interface EventPage {
  readonly events: readonly FleetEvent[];
  /** The cursor of the next page; absent on the last one. A page may be empty before a next one: few events match. */
  readonly next?: string;
  /** The cursor of the last event that was looked at, whether it matches or not; absent = there was none. */
  readonly reached?: string;
}

/** How often an event happened in one hour, UTC. */
export interface EventCounts {
  /** Start of the hour, ms since the epoch. */
  readonly at: number;
  readonly counts: Readonly<Partial<Record<AuditEvent, number>>>;
}

/** The numbers of one person's decisions about resources. */
export interface Decisions {
  readonly kept: number;
  /** A "keep it" that was taken back. */
  readonly undone: number;
  /** "Delete it early". */
  readonly expedited: number;
  /** "Not mine". */
  readonly disclaimed: number;
}

/**
 * The newest events of the whole fleet: of marks, messages, opt-outs, deletions and the control. A cache for people: the
 * log is the record, and a resource's own history is longer. Events that come again with every pass are here once.
 */
export interface Events {
  /** Newest first, older than the cursor (absent = from the newest). Rejects with `CursorError` or `StoreError`. */
  before(cursor: string | undefined, limit: number, filter?: EventFilter): Promise<EventPage>;
  /** Oldest first, newer than the cursor. Rejects with `CursorError` or `StoreError`. */
  after(cursor: string, limit: number, filter?: EventFilter): Promise<EventPage>;
  /** Have events after the cursor left the feed, or may they have? Rejects with `CursorError` or `StoreError`. */
  isBefore(cursor: string): Promise<boolean>;
  /** The cursor of the newest event: {@link after} answers those that come from now on. */
  newest(): Promise<string>;
  /** One per hour of [`from`, `to`], ms since the epoch, oldest first; hours without events have no counts. */
  counts(from: number, to: number): Promise<readonly EventCounts[]>;
  /**
   * The decisions of these actors, by their names as given; an actor without decisions is absent. They are kept for 400 days
   * after the last one.
   */
  decisions(actors: readonly string[]): Promise<ReadonlyMap<string, Decisions>>;
}
