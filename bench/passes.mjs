// A due scan and a delete pass with few due of many marks, against the same few of few.
import { randomUUID } from 'node:crypto';
import { RedisNamespaceLock } from '../dist/queue/lock.js';
import { lifecycleOf, surveyed } from './lifecycle.mjs';
import { dueMark, markAt, namespaceNamed, toldMark, transition } from './population.mjs';
import { table, timed, whole } from './table.mjs';

const TURN = 10_000;
/** Of one batch of a delete pass. */
const BATCH = 25;

export async function measurePasses({ plan, log, connection, plain, state }) {
  await plain.flushall('SYNC');
  const worlds = [plan.sizes[0], plan.sizes.at(-1)].map((count) => {
    return { count, namespace: namespaceNamed(`pass${count}`), scansMs: [], passesMs: [] };
  });
  for (const world of worlds) world.first = await fill(state, world, (plan.rounds + 1) * plan.due);
  const lifecycle = lifecycleOf(
    state,
    log,
    worlds.map(({ namespace }) => namespace),
  );
  const lock = new RedisNamespaceLock(connection);
  // The first round warms up. Both sizes take turns, so that what else the machine does hits them alike.
  for (let round = 0; round <= plan.rounds; round++) {
    for (const world of worlds) {
      const { scanMs, passMs } = await oneRound({ plan, state, lifecycle, lock, world, round });
      if (round === 0) continue;
      world.scansMs.push(scanMs);
      world.passesMs.push(passMs);
    }
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
    const marks = Array.from({ length: size }, (_, i) => toldMark(markAt(namespace, from + i, now), now));
    first.push(...marks.slice(0, Math.max(0, remembered - first.length)));
    await state.marks.apply(
      namespace,
      marks.map((mark) => transition(undefined, mark, passId)),
    );
  }
  await state.passes.record(surveyed(namespace, count, now));
  return first;
}

async function oneRound({ plan, state, lifecycle, lock, world, round }) {
  const { namespace, first } = world;
  const now = Date.now();
  const next = first.slice(round * plan.due, (round + 1) * plan.due);
  await state.marks.apply(
    namespace,
    next.map((mark) => transition(mark, dueMark(mark, now), 'bench')),
  );
  const scansMs = await timed(async () => {
    for (let i = 0; i < plan.scans; i++) await state.marks.due(namespace, Date.now(), BATCH);
  });
  const lease = await lock.acquire(namespace);
  let record;
  const passMs = await timed(async () => {
    record = await lifecycle.pass(namespace, 'delete', lease, new AbortController().signal);
  });
  await lease.release();
  if (record.counts.deleted !== plan.due) throw new Error(`not all that was due is deleted: ${JSON.stringify(record)}`);
  return { scanMs: scansMs / plan.scans, passMs };
}

function describe({ due }, worlds) {
  const rows = worlds.map(({ count, scansMs, passesMs }) => {
    const pass = median(passesMs);
    return [whole(count), median(scansMs).toFixed(2), whole(pass), (pass / due).toFixed(2)];
  });
  const [small, large] = worlds;
  const growth = (of) => `${(median(large[of]) / median(small[of])).toFixed(2)} ×`;
  const head = ['marks', `due scan of ${BATCH}, ms`, `delete pass, ms`, 'ms per deletion'];
  const last = ['growth', growth('scansMs'), growth('passesMs'), ''];
  return `Deleting ${whole(due)} that are due (aim: no growth)\n\n${table(head, [...rows, last])}`;
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
