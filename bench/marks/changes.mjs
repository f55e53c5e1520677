// What a change of marks costs Redis and this process with its index, and without.
import { usedMemory } from '../memory.mjs';
import { table, whole } from '../table.mjs';
import { markAll } from './fleet.mjs';

const MARKS = 20_000;
const TURNS = 4;

/** Both kinds take turns: with the index written at once, and with its slot taken by another kind of value. */
export async function measureChanges({ connection, state, fleet }) {
  const [namespace] = fleet.namespaces;
  const { client } = connection;
  const sums = { with: zero(), without: zero() };
  for (let turn = 0; turn < TURNS; turn++) {
    for (const kind of ['with', 'without']) {
      await client.flushall('SYNC');
      const memory = await usedMemory(client);
      const before = await costs(client);
      if (kind === 'without') state.markIndex.changed = () => {};
      else delete state.markIndex.changed;
      await markAll(state, namespace, 0, MARKS);
      await state.markIndex.settled();
      const after = await costs(client);
      sums[kind].own += after.own - before.own;
      sums[kind].redis += after.redis - before.redis;
      sums[kind].bytes += (await usedMemory(client)) - memory;
    }
  }
  delete state.markIndex.changed;
  const each = (ms) => `${((1_000 * ms) / MARKS / TURNS).toFixed(1)} µs`;
  const rows = Object.entries(sums).map(([kind, { own, redis, bytes }]) => [
    `${kind} the index`,
    each(own),
    each(redis),
    whole(bytes / MARKS / TURNS),
  ]);
  return `Marking ${whole(MARKS)} resources of one namespace\n\n${table(['', 'own CPU each', 'CPU of Redis each', 'bytes each'], rows)}`;
}

const zero = () => ({ own: 0, redis: 0, bytes: 0 });

/** CPU so far, ms. */
async function costs(client) {
  const { user, system } = process.cpuUsage();
  return { own: (user + system) / 1_000, redis: await redisCpu(client) };
}

export async function redisCpu(client) {
  const info = await client.info('cpu');
  return ['user', 'sys'].reduce(
    (sum, kind) => sum + 1_000 * Number(new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1]),
    0,
  );
}
