import type { Logger } from '../core/logger.ts';
import type { RedisConnection } from './connection.ts';
import type { ScriptRunner } from './script.ts';

/** What every store works with. */
export interface StateDeps {
  readonly connection: RedisConnection;
  readonly scripts: ScriptRunner;
  readonly log: Logger;
}
