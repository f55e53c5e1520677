// A page of `GET marks` in each order against the bare reads of its marks from Redis.
import { placeOf } from '../../dist/src/core/mark/markTable.js';
import { buildOperator } from '../../dist/src/http/operator/operatorApp.js';
import { namespaceKeys } from '../../dist/src/state/redis/keys.js';
import { redisCpu } from '../memory.mjs';
import { table, times } from '../table.mjs';

const LIMIT = 100;
const SORTS = ['date', 'marked', 'cost', 'name'];
const NARROW = [
  ['owner', 'team-7@example.com', 'cost', 'desc'],
  ['account', 'account-7', 'date', 'asc'],
  ['location', 'eu-north-7', 'name', 'asc'],
  ['type', 'type1', 'marked', 'desc'],
];

export async function measurePages(bench) {
  const app = await operator(bench);
  const rows = [];
  const about = async (name, query, bare) => rows.push([name, ...(await measure(bench, app, query, bare))]);
  await about('by namespace', `limit=${LIMIT}`);
  for (const sort of SORTS) {
    const first = `sort=${sort}&limit=${LIMIT}`;
    await about(`sort=${sort}`, first, await bareOf(app, first));
    const middle = `${first}&cursor=${await middleOf(bench, sort)}`;
    await about(`sort=${sort}, in the middle`, middle, await bareOf(app, middle));
  }
  for (const [of, value, sort, order] of NARROW) {
    const query = `sort=${sort}&order=${order}&${of}=${value}&limit=${LIMIT}`;
    await about(`sort=${sort}&${of}=…`, query, await bareOf(app, query));
  }
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

async function measure({ plan, connection }, app, query, bare) {
  const { client } = connection;
  let bytes = 0;
  const page = async () => {
    const answer = await app.inject({ url: `/api/v1/marks?${query}`, headers: { host: 'localhost' } });
    if (answer.statusCode !== 200) throw new Error(answer.body);
    bytes = answer.body.length;
  };
  const { requests } = plan;
  await underLoad(plan, page, requests / 20);
  const own = await underLoad(plan, page, requests, client);
  console.error(`measured GET marks?${query}`);
  const figures = (ms) => `${ms.toFixed(1)} ms`;
  if (!bare)
    return [figures(own.p95), '', '', figures(own.cpu), '', '', figures(own.redis), (bytes / 1_000).toFixed(0)];
  const reads = () => readBare(client, bare);
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

/** The ids of a page, by their namespaces. */
async function bareOf(app, query) {
  const answer = await app.inject({ url: `/api/v1/marks?${query}`, headers: { host: 'localhost' } });
  const ids = new Map();
  for (const { namespace, id } of answer.json().items) ids.set(namespace, [...(ids.get(namespace) ?? []), id]);
  return ids;
}

async function readBare(client, ids) {
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

/** The cursor of a page behind half of all marks. */
async function middleOf({ plan, state, fleet }, sort) {
  const table = await state.markTable.read(fleet.namespaces);
  const rows = await table.sorted({ name: 'all', sort, has: () => true });
  const { key, namespace, id } = placeOf(rows[rows.length >> 1], sort);
  return Buffer.from(JSON.stringify([sort, 'asc', key, namespace, id, plan.marks / 2])).toString('base64url');
}
