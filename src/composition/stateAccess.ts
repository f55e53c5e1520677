import type { Configuration } from '../config/load/configuration.ts';
import type { Logger } from '../core/common/logger.ts';
import { startEmbeddedRedis } from '../state/embedded/embedded.ts';
import { RedisConnection } from '../state/redis/connection.ts';

/** A connection to the configured Redis, or to a private one started for this process. */
export interface StateAccess {
  readonly connection: RedisConnection;
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the embedded Redis if the configuration says so; does not wait for a configured one. */
export async function accessState({ redis }: Configuration, log: Logger): Promise<StateAccess> {
  if (redis.url !== 'embedded') {
    const connection = new RedisConnection({ url: redis.url, log });
    return { connection, url: redis.url, close: () => connection.close() };
  }
  const embedded = await startEmbeddedRedis({
    say: (line) => log.info({ line }, 'embedded redis'),
    hasPassword: true,
  });
  const connection = new RedisConnection({ url: embedded.url, log });
  const close = async () => {
    await connection.close();
    await embedded.stop();
  };
  return { connection, url: embedded.url, close };
}
