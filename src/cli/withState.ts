import { userInfo } from 'node:os';
import type { Configuration } from '../config/load/configuration.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import type { RedisState } from '../state/redis/redisState.ts';
import { type CliContext, UsageError } from './context.ts';
import { answersWithin } from './reach.ts';

const REDIS_MS = 5_000;

/** The person who decides, for the audit log. */
export const ACTOR_OPTION = ['--as <name>', 'the actor, for the audit log (default: your user name)'] as const;

export function actorOf({ as }: { readonly as?: string }): string {
  return as ?? userInfo().username;
}

/**
 * Runs with the daemon's own state; the audit log goes to stderr.
 * @param command for messages: `limits`
 */
export async function withState<T>(
  command: string,
  configuration: Configuration,
  context: CliContext,
  run: (state: RedisState, connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const { redis, redact, signing } = configuration;
  if (redis.url === 'embedded') {
    throw new UsageError(`${command} needs the Redis of the daemon, but redis.url is "embedded"`);
  }
  const { createLogger } = await import('../telemetry/logger.ts');
  const { logTo } = await import('./text/terminalLog.ts');
  const { typesIn } = await import('../handlers/contract/types.ts');
  const { handlers } = await import('../handlers/index.ts');
  const { redisState } = await import('../state/redis/redisState.ts');
  const { RedisConnection } = await import('../state/redis/connection.ts');
  const log = createLogger({ level: 'info', redact, destination: logTo(context.stderr) });
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    if (!(await answersWithin(connection, REDIS_MS, context.signal))) {
      throw new Error(`Redis at ${connection.address} does not answer; check redis.url and that Redis runs`);
    }
    const options = { replicas: redis.replicas, signingKeys: signing.keys, typesOf: typesIn(handlers) };
    const state = redisState(connection, { log, ...options });
    return await run(state, connection);
  } finally {
    await connection.close();
  }
}
