import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** A stored mark that cannot be read, as it is stored. Holystone does nothing with it until an operator drops it. */
export interface UnreadableMark {
  readonly id: string;
  readonly value: string;
  /** For people. */
  readonly why: string;
}

/** What mends the store. */
export interface MarkRepair {
  /**
   * Compares the indexes of the namespace's marks, of the keep tags to write and of the patterns with what they index, and
   * makes again what was lost of either. Returns how many entries it put right.
   */
  reindex(namespace: Namespace): Promise<number>;
  /**
   * For a person: no pass drops a mark that cannot be read. Each goes only if its stored value is still the one that the
   * person was shown. Returns the ids of those that went.
   */
  drop(namespace: Namespace, unreadable: readonly UnreadableMark[], audit: DropAudit): Promise<readonly string[]>;
  /** Removes the keys of the namespace that only earlier releases used; returns how many there were. */
  removeOutdated(namespace: Namespace): Promise<number>;
}

/** The audit entry of one that goes. */
export type DropAudit = (unreadable: UnreadableMark) => AuditEntry;
