// A due scan and a delete pass with few due of many marks, against the same few of few.
import { randomUUID } from 'node:crypto';
import { RedisNamespaceLock } from '../dist/src/queue/lock.js';
import { namespaceKeys } from '../dist/src/state/redis/keys.js';
import { lifecycleOf, surveyed } from './lifecycle.mjs';
import { bytesOf } from './memory.mjs';
import { dueMark, markAt, namespaceNamed, notifiedMark, transition } from './population.mjs';
import { table, timed, whole } from './table.mjs';

const TURN = 10_000;
/** Of one batch of a delete pass. */
const BATCH = 25;

export async function measurePasses({ plan, log, connection, plain, state }) {
  await plain.flushall('SYNC');
  const worlds = [plan.sizes[0], plan.sizes.at(-1)].map((count) => {
    const account = `pass${count}`;
    return { count, account, namespace: namespaceNamed(account), scansMs: [], passesMs: [] };
  });
  for (const world of worlds) {
    world.first = await fill(state, world, (plan.rounds + 1) * plan.due);
    const { marks, schedule } = namespaceKeys(world.namespace);
    world.bytes = ((await bytesOf(plain, marks)) + (await bytesOf(plain, schedule))) / world.count;
  }
  const accounts = worlds.map(({ account }) => account);
  const lifecycle = lifecycleOf(connection, state, log, accounts);
  const lock = new RedisNamespaceLock(connection);
  // The first round warms up. Both sizes take turns, so that other load of the machine hits them alike.
  for (let round = 0; round <= plan.rounds; round++) {
    for (const world of worlds) await makeDue(plan, state, world, round);
    await scanInTurns(plan, state, worlds, round > 0);
    for (const world of worlds) await deleteDue(plan, lifecycle, lock, world, round > 0);
  }
  return describe(plan, worlds);
}

/** Everything noticed, nothing due; answers the first `remembered` marks. */
async function fill(state, { namespace, count }, remembered) {
  const now = Date.now();
  const first = [];
  const passId = randomUUID();
  for (let from = 0; from < count; from += TURN) {
    const size = Math.min(TURN, count - from);
    const marks = Array.from({ length: size }, (_, i) => notifiedMark(markAt(namespace, from + i, now), now));
    first.push(...marks.slice(0, Math.max(0, remembered - first.length)));
    await state.marks.apply(
      namespace,
      marks.map((mark) => transition(undefined, mark, passId)),
    );
  }
  await state.passes.record(surveyed(namespace, count, now, await state.watch.incarnation()));
  return first;
}

async function makeDue({ due }, state, { namespace, first }, round) {
  const now = Date.now();
  const next = first.slice(round * due, (round + 1) * due);
  await state.marks.apply(
    namespace,
    next.map((mark) => transition(mark, dueMark(mark, now), 'bench')),
  );
}

async function scanInTurns({ scans }, state, worlds, counts) {
  for (let i = 0; i < scans; i++) {
    for (const { namespace, scansMs } of worlds) {
      const scanMs = await timed(() => state.marks.due(namespace, Date.now(), BATCH));
      if (counts) scansMs.push(scanMs);
    }
  }
}

async function deleteDue({ due }, lifecycle, lock, { namespace, passesMs }, counts) {
  const lease = await lock.acquire(namespace);
  const pass = () => lifecycle.pass(namespace, 'delete', lease, new AbortController().signal);
  let record;
  const passMs = await timed(async () => {
    record = await pass();
  });
  await lease.release();
  if (record.counts.deleted !== due) throw new Error(`not all that was due is deleted: ${JSON.stringify(record)}`);
  if (counts) passesMs.push(passMs);
}

function describe({ due }, worlds) {
  const rows = worlds.map(({ count, bytes, scansMs, passesMs }) => {
    const pass = median(passesMs);
    return [whole(count), whole(bytes), median(scansMs).toFixed(2), whole(pass), (pass / due).toFixed(2)];
  });
  const [small, large] = worlds;
  const growth = (of) => `${(median(large[of]) / median(small[of])).toFixed(2)} ×`;
  const head = ['marks', 'bytes per noticed mark', `due scan of ${BATCH}, ms`, `delete pass, ms`, 'ms per deletion'];
  const last = ['growth', '', growth('scansMs'), growth('passesMs'), ''];
  return `Deleting ${whole(due)} that are due (aim: no growth)\n\n${table(head, [...rows, last])}`;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
