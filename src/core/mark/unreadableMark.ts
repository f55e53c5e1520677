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
   * Compares the indexes of the namespace's marks with the marks, and makes again what was lost of either. Returns how
   * many ids it put right.
   */
  reindex(namespace: Namespace): Promise<number>;
  /** For a person: no pass drops a mark that cannot be read. `false`: the stored value has changed since. */
  drop(namespace: Namespace, unreadable: UnreadableMark, audit: AuditEntry): Promise<boolean>;
}
