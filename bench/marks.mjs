// What the index of all marks costs in memory and per change, and what a page of the API costs beside the bare reads that
// it needs from Redis, under readers at once.
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../dist/src/state/redis/connection.js';
import { redisState } from '../dist/src/state/redis/redisState.js';
import { createLogger } from '../dist/src/telemetry/logger.js';
import { measureChanges, redisCpu } from './marks/changes.mjs';
import { fill, fleetOf } from './marks/fleet.mjs';
import { measurePages } from './marks/pages.mjs';
import { usedMemory } from './memory.mjs';
import { table, timed, whole } from './table.mjs';

const FULL = { accounts: 300, regions: 17, types: 10, marks: 1_000_000, requests: 400, readers: 8 };
const QUICK = { accounts: 30, regions: 17, types: 2, marks: 20_000, requests: 100, readers: 8 };

export async function marks({ quick, plan = quick ? QUICK : FULL }) {
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const log = createLogger({ level: 'silent', destination: { write: () => {} } });
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: 60_000 });
  try {
    await connection.whenReady();
    const state = redisState(connection, { log, currencyOf: () => 'USD' });
    const fleet = fleetOf(plan);
    const bench = { plan, log, connection, state, fleet };
    console.log(`${await measureChanges(bench)}\n`);
    await connection.client.flushall('SYNC');
    await connection.client.config('SET', 'appendfsync', 'no');
    await fill(bench);
    console.error(`stored ${plan.marks} marks`);
    console.log(`${await measureMemory(bench)}\n`);
    console.log(await measurePages(bench));
  } finally {
    await connection.close();
    await redis.stop();
  }
}

/** The index is made from the marks: how long that takes, and what it weighs. */
async function measureMemory({ plan, connection, state, fleet }) {
  const { client } = connection;
  const without = await usedMemory(client);
  const before = process.cpuUsage();
  const redisBefore = await redisCpu(client);
  const madeMs = await timed(async () => {
    await state.markIndex.missing([...fleet.namespaces]);
    await state.markIndex.settled();
  });
  const { user, system } = process.cpuUsage(before);
  const redisMs = (await redisCpu(client)) - redisBefore;
  const made = await state.markIndex.count({ of: 'all' });
  if (made !== plan.marks) throw new Error(`the index has ${made} of ${plan.marks} marks`);
  const withIndex = await usedMemory(client);
  const row = [
    whole(plan.marks),
    whole(fleet.namespaces.length),
    whole(without / plan.marks),
    whole((withIndex - without) / plan.marks),
    whole(withIndex / 2 ** 20),
    `${whole(madeMs / 1_000)} s`,
    `${whole((user + system) / 1_000_000)} s`,
    `${whole(redisMs / 1_000)} s`,
  ];
  const head = [
    'marks',
    'namespaces',
    'bytes per mark',
    'and of its index',
    'all, MiB',
    'index made in',
    'own CPU',
    'of Redis',
  ];
  return `Memory of Redis, without audit streams\n\n${table(head, [row])}`;
}
