// A backlog of units with hours of deletions: how much of what the provider can do is used, how long a fresh due unit
// waits, and does memory grow? Places, order and Redis are the real ones; time and the provider are simulated.
import { endOf } from '../dist/src/core/policy/pass.js';
import { nextTurns, STARVE_AFTER_MS, turnOf } from '../dist/src/core/work/turns.js';
import { unitStateOf } from '../dist/src/core/work/unitState.js';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../dist/src/state/redis/connection.js';
import { ScriptRunner } from '../dist/src/state/redis/script.js';
import { RedisUnitPlaces } from '../dist/src/state/redis/unitPlaces.js';
import { table, whole } from './table.mjs';

const PROVIDER = 'registry';
const DELETE_MS = 400;
const BUDGET_MS = 250_000;
/** Longer than the backlog, so that its units stay unfinished and do not become due again. */
const EVERY_MS = 60 * 24 * 3_600_000;
const FRESH_EVERY_MS = 1_800_000;
const quiet = () => {};
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => logger };

export async function units({ quick }) {
  const [count, deletes] = quick ? [200, 1_000] : [2_000, 1_000];
  console.log(
    `${whole(count)} units × ${whole(deletes)} deletes of ${DELETE_MS} ms, budget ${BUDGET_MS / 1000} s; a fresh unit every ${FRESH_EVERY_MS / 60_000} min\n`,
  );
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const connection = new RedisConnection({ url: redis.url, log: logger });
  await connection.whenReady();
  try {
    const rows = [];
    for (const capacity of [1, 4, 16]) rows.push(await measure(connection, { capacity, count, deletes }));
    const head = ['places', 'throughput ÷ possible', 'fresh unit waits', 'bound', 'runs', 'heap at start', 'at end'];
    console.log(table(head, rows));
  } finally {
    await connection.close();
    await redis.stop();
  }
}

async function measure(connection, { capacity, count, deletes }) {
  await connection.client.flushall();
  const places = new RedisUnitPlaces({ connection, scripts: new ScriptRunner(connection) }, 3_600_000);
  const left = new Map(Array.from({ length: count }, (_, n) => [`registry:hub:shop%2Fr${n}:tag`, deletes]));
  const last = new Map();
  const waits = [];
  const running = [];
  let [now, busyMs, overheadMs, runs, fresh, nextFresh] = [0, 0, 0, 0, 0, FRESH_EVERY_MS];
  await places.wait(
    PROVIDER,
    [...left.keys()].map((namespace) => ({ namespace, action: 'delete', since: 0, kind: 'unfinished' })),
  );
  const heapBefore = heapMb();
  for (;;) {
    const realStart = performance.now();
    const seen = await places.look(PROVIDER, capacity * 4);
    for (const unit of nextTurns({ ...seen, capacity, starveAfterMs: STARVE_AFTER_MS, now })) {
      if (!(await places.give(PROVIDER, unit, capacity))) throw new Error('a free place was refused');
      const todo = left.get(unit.namespace);
      // Checked before each delete, so the last one may end after the budget.
      const done = Math.min(todo, Math.ceil(BUDGET_MS / DELETE_MS));
      if (unit.namespace.includes('fresh')) waits.push(now - unit.since);
      running.push({ unit, done, startedAt: now, endsAt: now + done * DELETE_MS });
    }
    overheadMs += performance.now() - realStart;
    if (running.length === 0) break;
    running.sort((a, b) => b.endsAt - a.endsAt);
    if (nextFresh < running.at(-1).endsAt) {
      now = nextFresh;
      nextFresh += FRESH_EVERY_MS;
      const namespace = `registry:hub:fresh${fresh++}:tag`;
      left.set(namespace, 25);
      await places.wait(PROVIDER, [{ namespace, action: 'delete', since: now, kind: 'due' }]);
      continue;
    }
    const { unit, done, startedAt, endsAt } = running.pop();
    now = endsAt;
    runs++;
    busyMs += endsAt - startedAt;
    await places.free(PROVIDER, unit.namespace);
    const todo = left.get(unit.namespace) - done;
    const outcome = todo > 0 ? 'unfinished' : 'complete';
    const record = { action: 'delete', outcome, startedAt, endedAt: now, nextDueAt: now, counts: {}, failures: 0 };
    const periodAt = last.get(unit.namespace) ?? startedAt;
    if (todo === 0) {
      left.delete(unit.namespace);
      last.delete(unit.namespace);
      if (unitStateOf({ passes: [endOf(record)], hasPlace: false, waiting: [] }) !== 'idle')
        throw new Error('not idle');
      if (![...left.keys()].some((one) => !one.includes('fresh'))) nextFresh = Number.POSITIVE_INFINITY;
      continue;
    }
    left.set(unit.namespace, todo);
    last.set(unit.namespace, periodAt);
    const turn = turnOf({ ...record, periodAt }, EVERY_MS, now);
    if (turn.kind === 'folded') throw new Error('folded');
    await places.wait(PROVIDER, [{ namespace: unit.namespace, action: 'delete', ...turn }]);
  }
  // Before it, in each place: the run under way, and one starved unit.
  const boundMs = 2 * (BUDGET_MS + DELETE_MS);
  const possible = now * capacity;
  // The real time of giving places counts as if no unit ran meanwhile.
  const share = busyMs / (possible + overheadMs * capacity);
  const longest = Math.max(0, ...waits);
  return [
    String(capacity),
    `${(share * 100).toFixed(1)} %`,
    `≤ ${whole(longest / 1000)} s`,
    `${whole(boundMs / 1000)} s`,
    whole(runs),
    `${heapBefore} MB`,
    `${heapMb()} MB`,
  ];
}

function heapMb() {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}
