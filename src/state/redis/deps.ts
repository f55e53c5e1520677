import type { Logger } from '../../core/common/logger.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Seal } from '../../core/resource/seal.ts';
import type { RedisConnection } from './connection.ts';
import type { ScriptRunner } from './script.ts';

/** The dependencies of every store. */
export interface StateDeps {
  readonly connection: RedisConnection;
  readonly scripts: ScriptRunner;
  readonly log: Logger;
  /**
   * Receives each entry that was recorded: its log line is the record, the feed of events shows it. Never throws.
   * @param before the mark that the change replaced or removed, where it is known
   */
  readonly recorded: (entry: AuditEntry, before?: Mark) => void;
  /** Signs and checks marks, opt-outs and approvals. */
  readonly seal: Seal;
}
