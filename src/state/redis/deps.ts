import type { Logger } from '../../core/common/logger.ts';
import type { Seal } from '../../core/resource/seal.ts';
import type { RedisConnection } from './connection.ts';
import type { ScriptRunner } from './script.ts';

/** The dependencies of every store. */
export interface StateDeps {
  readonly connection: RedisConnection;
  readonly scripts: ScriptRunner;
  readonly log: Logger;
  /** Signs and checks marks, opt-outs and approvals. */
  readonly seal: Seal;
}
