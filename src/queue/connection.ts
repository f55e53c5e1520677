import type { Redis } from 'ioredis';
import { createClient } from '../state/redis/redisClient.ts';
import { parseRedisUrl } from '../state/redis/redisUrl.ts';

/** Longest wait between two tries: after a longer one, an operator would think that the client gave up. */
const MAX_RETRY_MS = 5_000;

/**
 * A connection for BullMQ, which needs `maxRetriesPerRequest: null` and waits for Redis instead of failing.
 * It may repeat a command whose reply was lost: BullMQ's scripts allow that. Never use it for the state.
 */
export function connectQueue(url: string, onError: (error: Error) => void): Redis {
  const redis = createClient(parseRedisUrl(url), {
    maxRetriesPerRequest: null,
    connectionName: 'holystone-queue',
    retryStrategy: (times) => Math.min(100 * 2 ** Math.min(times, 10), MAX_RETRY_MS),
  });
  redis.on('error', onError);
  return redis;
}

/** Closes with `QUIT` when Redis replies soon, and disconnects in any case. */
export async function disconnect(redis: Redis): Promise<void> {
  if (redis.status === 'ready') await Promise.race([redis.quit().catch(() => {}), untilEnd(redis, 500)]);
  redis.disconnect();
}

function untilEnd(redis: Redis, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    redis.once('end', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
