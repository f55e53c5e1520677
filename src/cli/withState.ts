import { userInfo } from 'node:os';
import type { Configuration } from '../config/load/configuration.ts';
import type { StateSettings } from '../config/load/stateSettings.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import type { RedisState, RedisStateOptions } from '../state/redis/redisState.ts';
import { type CliContext, UsageError } from './context.ts';
import { answersWithin } from './reach.ts';

const REDIS_MS = 5_000;

/** The person who decides, for the audit log. */
export const ACTOR_OPTION = ['--as <name>', 'the actor, for the audit log (default: your user name)'] as const;

/** `--as`, else the user of the operating system. */
export function actorOf({ as }: { readonly as?: string }): string {
  return as ?? userInfo().username;
}

/**
 * Runs with the daemon's own state; the audit log goes to stderr.
 * @param command for messages: `limits`
 */
export async function withState<T>(
  command: string,
  { redis, redact, signing }: Configuration,
  context: CliContext,
  run: (state: RedisState, connection: RedisConnection) => Promise<T>,
): Promise<T> {
  const { typesIn } = await import('../handlers/contract/types.ts');
  const { handlers } = await import('../handlers/index.ts');
  const options = { replicas: redis.replicas, signingKeys: signing.keys, ...typesIn(handlers) };
  return await connected(command, { redis, redact }, context, options, run);
}

/**
 * {@link withState} with the switches of the fleet only: it loads no provider, and the rest of the configuration may be
 * wrong.
 */
export async function withControl<T>(
  command: string,
  settings: StateSettings,
  context: CliContext,
  run: (state: Pick<RedisState, 'control' | 'instances'>) => Promise<T>,
): Promise<T> {
  const { redis, signing } = settings;
  const options = { replicas: redis.replicas, signingKeys: signing.keys, typesOf: () => [] };
  return await connected(command, settings, context, options, run);
}

async function connected<T>(
  command: string,
  { redis, redact }: Pick<StateSettings, 'redis' | 'redact'>,
  context: CliContext,
  options: Omit<RedisStateOptions, 'log'>,
  run: (state: RedisState, connection: RedisConnection) => Promise<T>,
): Promise<T> {
  if (redis.url === 'embedded') {
    throw new UsageError(`${command} needs the Redis of the daemon, but redis.url is "embedded"`);
  }
  const { createLogger } = await import('../telemetry/logger.ts');
  const { logTo } = await import('./text/terminalLog.ts');
  const { redisState } = await import('../state/redis/redisState.ts');
  const { RedisConnection } = await import('../state/redis/connection.ts');
  const log = createLogger({ level: 'info', redact, ...logTo(context.stderr) });
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    if (!(await answersWithin(connection, REDIS_MS, context.signal))) {
      throw new Error(`Redis at ${connection.address} does not answer; check redis.url and that Redis runs`);
    }
    return await run(redisState(connection, { log, ...options }), connection);
  } finally {
    await connection.close();
  }
}
