import { connect } from 'node:net';
import type { Configuration } from '../config/load/configuration.ts';
import { NO_SERVER_CODES } from '../core/common/noServer.ts';
import type { Quarantines } from '../core/mark/quarantines.ts';
import { describeStranded } from '../core/policy/stranded.ts';
import { visible } from '../core/text/visible.ts';
import { type CliContext, writeLine } from './context.ts';
import { answersNow } from './reach.ts';

/** Prints on stderr the resources that stay in quarantine under this configuration, by name. */
export async function warnOfStranded(
  configuration: Configuration,
  quarantines: Quarantines,
  { stderr }: CliContext,
): Promise<void> {
  const { findStranded } = await import('../lifecycle/index.ts');
  for (const one of await findStranded(quarantines, configuration)) {
    writeLine(stderr, visible(`warning: ${describeStranded(one)}; see \`holystone release\``));
  }
}

/** How long Redis may take to answer a command that works without it. */
const REDIS_MS = 1_000;

/**
 * The same for a command that reads nothing else from Redis. Without an answer it prints a warning where something is
 * live: a dry run is checked on many machines that reach no Redis, and needs no such warning each time.
 */
export async function warnOfStrandedInRedis(configuration: Configuration, context: CliContext): Promise<void> {
  const { redis } = configuration;
  if (redis.url === 'embedded') return;
  if (await noServerListens(redis.url, REDIS_MS, context.signal)) return warnOfSilence(configuration, context);
  const { createLogger } = await import('../telemetry/logger.ts');
  const log = createLogger({ level: 'silent' });
  const { RedisConnection } = await import('../state/redis/connection.ts');
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    if (!(await answersNow(connection, REDIS_MS, context.signal))) return await warnOfSilence(configuration, context);
    const { typesIn } = await import('../handlers/contract/types.ts');
    const { handlers } = await import('../handlers/index.ts');
    const { redisState } = await import('../state/redis/redisState.ts');
    const { quarantines } = redisState(connection, { log, ...typesIn(handlers) });
    await warnOfStranded(configuration, quarantines, context);
  } finally {
    await connection.close();
  }
}

async function warnOfSilence({ redis, workConfigurations }: Configuration, { stderr }: CliContext): Promise<void> {
  if (!workConfigurations.some(({ live }) => live)) return;
  const { parseRedisUrl } = await import('../state/redis/redisUrl.ts');
  const { shown } = parseRedisUrl(redis.url);
  writeLine(
    stderr,
    `note: Redis at ${shown} does not answer: Holystone did not check for resources in quarantine that the configuration no longer covers`,
  );
}

/**
 * Is it certain that no server is there? Asks by a bare connection, because the client takes longer to load; `false` also for several servers, after a wait, and where the signal aborts: only
 * the client finds out more.
 */
export async function noServerListens(url: string, ms: number, signal: AbortSignal): Promise<boolean> {
  const { parseRedisUrl } = await import('../state/redis/redisUrl.ts');
  const address = parseRedisUrl(url);
  if (address.kind !== 'single') return false;
  const { host, port } = address.options;
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal, timeout: ms });
    const end = (isCertain: boolean) => {
      socket.destroy();
      resolve(isCertain);
    };
    socket.on('connect', () => end(false));
    socket.on('timeout', () => end(false));
    socket.on('error', ({ code }: Error & { readonly code?: string }) => end(NO_SERVER_CODES.has(code)));
  });
}
