// A page of `GET marks` in each order against the bare reads that it needs from Redis: the entries, and their marks.
import { buildOperator } from '../../dist/src/http/operator/operatorApp.js';
import { MARK_INDEX, namespaceKeys } from '../../dist/src/state/redis/keys.js';
import { tagOf } from '../../dist/src/state/redis/markIndexRow.js';
import { table, times } from '../table.mjs';
import { redisCpu } from './changes.mjs';

const LIMIT = 100;
const SORTS = ['date', 'marked', 'cost', 'name'];

export async function measurePages(bench) {
  const app = await operator(bench);
  const rows = [];
  const about = async (name, query, bare) => rows.push([name, ...(await measure(bench, app, query, bare))]);
  await about('by namespace', `limit=${LIMIT}`);
  for (const sort of SORTS) {
    await about(`sort=${sort}`, `sort=${sort}&limit=${LIMIT}`, { sort, from: 0 });
    const cursor = await cursorAtMiddle(bench, sort);
    await about(`sort=${sort}, in the middle`, `sort=${sort}&limit=${LIMIT}&cursor=${cursor}`, {
      sort,
      from: bench.plan.marks / 2,
    });
  }
  await about('sort=cost&order=desc&owner=…', 'sort=cost&order=desc&owner=team-7@example.com&limit=100');
  await about('sort=date&account=…', 'sort=date&account=account-7&limit=100');
  await app.close();
  const head = ['page of 100', 'p95', 'bare p95', 'ratio', 'CPU', 'bare CPU', 'ratio', 'of Redis', 'answer, kB'];
  const { readers } = bench.plan;
  return `GET marks, ${readers} readers at once; CPU is of this process per page\n\n${table(head, rows)}`;
}

async function operator({ log, state, fleet }) {
  const deps = {
    ...state,
    log,
    clock: { now: () => Date.now() },
    readiness: () => [],
    workConfigurations: () => fleet.configurations,
    tokens: [],
    metrics: { contentType: 'text/plain', metrics: async () => '' },
    version: '0.0.0',
    rateLimit: { max: Number.MAX_SAFE_INTEGER, windowMs: 60_000 },
  };
  const app = await buildOperator(deps);
  await app.ready();
  return app;
}

async function measure({ plan, connection, fleet }, app, query, bare) {
  const { client } = connection;
  let bytes = 0;
  const page = async () => {
    const answer = await app.inject({ url: `/api/v1/marks?${query}`, headers: { host: 'localhost' } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    bytes = answer.body.length;
  };
  await underLoad(plan, page, 20);
  const own = await underLoad(plan, page, plan.requests, client);
  const figures = (ms) => `${ms.toFixed(1)} ms`;
  if (!bare)
    return [figures(own.p95), '', '', figures(own.cpu), '', '', figures(own.redis), (bytes / 1_000).toFixed(0)];
  const namespaceOf = new Map(fleet.namespaces.map((namespace) => [tagOf(namespace), namespace]));
  const reads = () => readBare(client, bare, namespaceOf);
  await underLoad(plan, reads, 20);
  const plain = await underLoad(plan, reads, plan.requests, client);
  return [
    figures(own.p95),
    figures(plain.p95),
    times(own.p95 / plain.p95),
    figures(own.cpu),
    figures(plain.cpu),
    times(own.cpu / plain.cpu),
    figures(own.redis),
    (bytes / 1_000).toFixed(0),
  ];
}

async function readBare(client, { sort, from }, namespaceOf) {
  const flat = await client.zrange(MARK_INDEX[sort], from, from + LIMIT - 1, 'WITHSCORES');
  const ids = new Map();
  for (let i = 0; i < flat.length; i += 2) {
    const start = sort === 'name' ? flat[i].indexOf('\0') + 1 : 0;
    const namespace = namespaceOf.get(flat[i].slice(start, start + 8));
    ids.set(namespace, [...(ids.get(namespace) ?? []), flat[i].slice(start + 8)]);
  }
  await Promise.all([...ids].map(([namespace, some]) => client.hmget(namespaceKeys(namespace).marks, ...some)));
}

async function underLoad({ readers }, run, count, client) {
  const times = [];
  const redisBefore = client ? await redisCpu(client) : 0;
  const before = process.cpuUsage();
  let left = count;
  const reader = async () => {
    while (left-- > 0) {
      const at = performance.now();
      await run();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  const { user, system } = process.cpuUsage(before);
  const redis = client ? ((await redisCpu(client)) - redisBefore) / count : 0;
  times.sort((a, b) => a - b);
  return { p95: times[Math.floor(times.length * 0.95)], cpu: (user + system) / 1_000 / count, redis };
}

/** As a client has it that pages to the middle. */
async function cursorAtMiddle({ connection, plan }, sort) {
  const [member, score] = await connection.client.zrange(
    MARK_INDEX[sort],
    plan.marks / 2 - 1,
    plan.marks / 2 - 1,
    'WITHSCORES',
  );
  return Buffer.from(JSON.stringify([sort, 'asc', score, member, plan.marks / 2])).toString('base64url');
}
