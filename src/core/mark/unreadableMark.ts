import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';

/** A stored mark that cannot be read, as it is stored. Holystone does nothing with it until an operator drops it. */
export interface UnreadableMark {
  readonly id: string;
  readonly value: string;
  /** For people. */
  readonly why: string;
}

/** For a person who repairs the store: no pass drops an unreadable mark. */
export interface MarkRepair {
  /** Removes a mark that cannot be read. `false`: the stored value has changed since. */
  drop(namespace: Namespace, unreadable: UnreadableMark, audit: AuditEntry): Promise<boolean>;
}
