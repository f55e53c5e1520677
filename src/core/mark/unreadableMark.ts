import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** A stored mark that cannot be read, as it is stored. Nothing is decided about it until a person drops it. */
export interface UnreadableMark {
  readonly id: string;
  readonly value: string;
  /** For people. */
  readonly why: string;
}

export interface MarkRepair {
  /** Removes a mark that cannot be read. `false`: something else is stored by now. */
  drop(namespace: Namespace, unreadable: UnreadableMark, audit: AuditEntry): Promise<boolean>;
}
