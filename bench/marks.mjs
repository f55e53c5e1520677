// How fast marks are written, what they and the table of all marks weigh, and what a page of the API costs beside the bare
// reads that it needs from Redis, under readers at once.
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../dist/src/state/redis/connection.js';
import { redisState } from '../dist/src/state/redis/redisState.js';
import { createLogger } from '../dist/src/telemetry/logger.js';
import { fill, fleetOf } from './marks/fleet.mjs';
import { measurePages } from './marks/pages.mjs';
import { redisCpu, usedMemory } from './memory.mjs';
import { table, timed, whole } from './table.mjs';
import { measureWrites } from './writes.mjs';

const FULL = { accounts: 300, regions: 17, types: 10, marks: 1_000_000, sizes: [100_000], requests: 400, readers: 8 };
const QUICK = { accounts: 30, regions: 17, types: 2, marks: 100_000, sizes: [20_000], requests: 100, readers: 8 };

export async function marks({ quick, plan = quick ? QUICK : FULL }) {
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const log = createLogger({ level: 'silent', destination: { write: () => {} } });
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: 60_000 });
  const plain = new Redis(redis.url);
  try {
    await Promise.all([connection.whenReady(), once(plain, 'ready')]);
    const state = redisState(connection, { log, mostMarksInTable: plan.marks });
    const fleet = fleetOf(plan);
    const bench = { plan, log, connection, plain, state, fleet };
    console.log(`${await measureWrites(bench)}\n`);
    await connection.client.flushall('SYNC');
    await connection.client.config('SET', 'appendfsync', 'no');
    await fill(bench);
    console.error(`stored ${plan.marks} marks`);
    console.log(`${await measureTable(bench)}\n`);
    console.log(await measurePages(bench));
  } finally {
    plain.disconnect();
    await connection.close();
    await redis.stop();
  }
}

/** The table is made from the marks: how long that takes, and what both weigh. */
async function measureTable({ plan, connection, state, fleet }) {
  const { client } = connection;
  const inRedis = await usedMemory(client);
  const heapBefore = heapUsed();
  const before = process.cpuUsage();
  const redisBefore = await redisCpu(client);
  const madeMs = await timed(async () => {
    await state.markTable.read(fleet.namespaces);
    await state.markTable.settled();
  });
  const { user, system } = process.cpuUsage(before);
  const redisMs = (await redisCpu(client)) - redisBefore;
  const rows = await state.markTable.read(fleet.namespaces);
  const byDate = await rows.sorted({ name: 'all', sort: 'date', has: () => true });
  if (byDate.length !== plan.marks) throw new Error(`the table has ${byDate.length} of ${plan.marks} marks`);
  const row = [
    whole(plan.marks),
    whole(fleet.namespaces.length),
    whole(inRedis / plan.marks),
    whole((heapUsed() - heapBefore) / plan.marks),
    `${(madeMs / 1_000).toFixed(1)} s`,
    `${((user + system) / 1_000_000).toFixed(1)} s`,
    `${(redisMs / 1_000).toFixed(1)} s`,
  ];
  const head = ['marks', 'namespaces', 'bytes in Redis', 'in the table', 'table made in', 'own CPU', 'of Redis'];
  return `Memory per mark (aim: at most 450 bytes in Redis), without audit streams\n\n${table(head, [row])}`;
}

/** `node --expose-gc` makes it exact. */
function heapUsed() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
