import type { Logger } from '../core/logger.ts';
import type { Audit, MarkStore } from '../core/ports.ts';
import { RedisAudit } from './audit.ts';
import type { RedisConnection } from './connection.ts';
import { RedisMarkStore } from './marks.ts';
import { ScriptRunner } from './script.ts';

/** Everything that is kept in Redis. */
export interface RedisState {
  readonly marks: MarkStore;
  readonly audit: Audit;
}

/** All stores on one connection; whoever opened the connection closes it. */
export function redisState(connection: RedisConnection, options: { readonly log: Logger }): RedisState {
  const deps = { connection, scripts: new ScriptRunner(connection), log: options.log };
  return { marks: new RedisMarkStore(deps), audit: new RedisAudit(deps) };
}
