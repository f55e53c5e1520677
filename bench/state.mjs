// Speed and size of the state in Redis: on a private Redis with the durability that deletes ask for.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Redis } from 'ioredis';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../dist/src/state/redis/connection.js';
import { redisState } from '../dist/src/state/redis/redisState.js';
import { createLogger } from '../dist/src/telemetry/logger.js';
import { measurePasses } from './passes.mjs';
import { measureWrites } from './writes.mjs';

const FULL = { sizes: [10_000, 100_000, 1_000_000], due: 1_000, rounds: 3, scans: 200 };
const QUICK = { sizes: [1_000, 5_000, 20_000], due: 100, rounds: 3, scans: 50 };

export async function state({ quick }) {
  const plan = quick ? QUICK : FULL;
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  // Log lines are made, as in production, and dropped.
  const log = createLogger({ level: 'info', destination: { write: () => {} } });
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: 60_000 });
  const plain = new Redis(redis.url);
  try {
    await Promise.all([connection.whenReady(), once(plain, 'ready')]);
    const bench = { plan, log, connection, plain, state: redisState(connection, { log }) };
    console.log(`${await describe(plain)}\n`);
    console.log(`${await measureWrites(bench)}\n`);
    console.log(await measurePasses(bench));
  } finally {
    plain.disconnect();
    await connection.close();
    await redis.stop();
  }
}

async function describe(client) {
  const version = /redis_version:(\S+)/.exec(await client.info('server'))?.[1];
  return `Redis ${version} (appendonly yes, appendfsync always), Node ${process.version}, ${availableParallelism()} cores`;
}
