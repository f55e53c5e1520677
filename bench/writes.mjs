// Marks written through the store, against the same bytes by plain pipelined HSET and ZADD.
import { randomUUID } from 'node:crypto';
import { RedisNamespaceLock } from '../dist/src/queue/lock.js';
import { namespaceKeys } from '../dist/src/state/redis/keys.js';
import { encodeMark } from '../dist/src/state/redis/markValue.js';
import { bytesOf, usedMemory } from './memory.mjs';
import { markAt, namespaceNamed, transition } from './population.mjs';
import { table, timed, times, whole } from './table.mjs';

/** The most transitions of one script of the store, so that both sides wait for Redis equally often. */
const CHUNK = 500;
/** Both sides take turns, so that other load of the machine hits them alike. */
const TURNS = 10;
const PLAIN = { marks: 'plain:marks', schedule: 'plain:schedule' };

export async function measureWrites({ plan, connection, plain, state }) {
  const rows = [];
  for (const count of plan.sizes) {
    await plain.flushall('SYNC');
    const empty = await usedMemory(plain);
    const namespace = namespaceNamed(`n${count}`);
    const lease = await new RedisNamespaceLock(connection).acquire(namespace);
    const { storeMs, plainMs } = await takeTurns({ store: state.marks, lease, plain, namespace, count });
    await lease.release();
    await plain.del(PLAIN.marks, PLAIN.schedule);
    await state.markTable.settled();
    const { marks, schedule, audit } = namespaceKeys(namespace);
    const auditBytes = await bytesOf(plain, audit);
    const own = (await usedMemory(plain)) - empty - auditBytes;
    const parts = [await bytesOf(plain, marks), await bytesOf(plain, schedule)];
    const perSecond = (ms) => whole((1_000 * count) / ms);
    const bytes = [own, ...parts].map((part) => whole(part / count));
    rows.push([
      whole(count),
      perSecond(storeMs),
      perSecond(plainMs),
      times(plainMs / storeMs),
      ...bytes,
      whole(auditBytes / 1_024),
    ]);
  }
  const head = [
    'marks',
    'store /s',
    'plain /s',
    'store : plain',
    'bytes per mark',
    'of it value',
    'of it date',
    'audit stream, KiB',
  ];
  return `Writing marks (aims: at least 0.70 ×, at most 700 bytes)\n\n${table(head, rows)}`;
}

/** How long each side took for all `count` marks. */
async function takeTurns({ store, lease, plain, namespace, count }) {
  const passId = randomUUID();
  const now = Date.now();
  let storeMs = 0;
  let plainMs = 0;
  for (let from = 0; from < count; from += count / TURNS) {
    const turn = Array.from({ length: count / TURNS }, (_, i) => markAt(namespace, from + i, now));
    // The bytes are made beforehand: the plain side has nothing to do but send.
    const rows = turn.map((mark) => ({ id: mark.id, value: encodeMark(mark), score: mark.projectedDeletionAt }));
    plainMs += await timed(() => writePlainly(plain, rows));
    const transitions = turn.map((mark) => transition(undefined, mark, passId));
    storeMs += await timed(() => store.apply(namespace, transitions, lease));
  }
  return { storeMs, plainMs };
}

async function writePlainly(client, rows) {
  for (let from = 0; from < rows.length; from += CHUNK) {
    const pipeline = client.pipeline();
    for (const { id, value, score } of rows.slice(from, from + CHUNK)) {
      pipeline.hset(PLAIN.marks, id, value);
      pipeline.zadd(PLAIN.schedule, score, id);
    }
    await pipeline.exec();
  }
}
