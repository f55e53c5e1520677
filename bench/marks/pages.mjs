// A page of `GET marks` in each order against the bare reads that it needs from Redis: the entries, and their marks.
import { buildOperator } from '../../dist/src/http/operator/operatorApp.js';
import { MARK_INDEX, namespaceKeys } from '../../dist/src/state/redis/keys.js';
import { table, times } from '../table.mjs';
import { redisCpu } from './changes.mjs';

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
    await about(`sort=${sort}`, `sort=${sort}&limit=${LIMIT}`, await bareOf(bench, { sort }));
    const after = await middleOf(bench, sort);
    const cursor = Buffer.from(JSON.stringify([sort, 'asc', after.score, after.member, bench.plan.marks / 2]));
    const query = `sort=${sort}&limit=${LIMIT}&cursor=${cursor.toString('base64url')}`;
    await about(`sort=${sort}, in the middle`, query, await bareOf(bench, { sort, after }));
  }
  for (const [of, value, sort, order] of NARROW) {
    const query = `sort=${sort}&order=${order}&${of}=${value}&limit=${LIMIT}`;
    await about(`sort=${sort}&${of}=…`, query, await bareOf(bench, { sort, order, list: { of, value } }));
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
  // A filter that matches few looks at 5,000 entries per page: so many pages as of the others would take most of the time.
  const requests = bare ? plan.requests : plan.requests / 10;
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

/** The keys and fields of a page: the parts of its list, and the marks. */
async function bareOf({ connection, state, fleet }, { sort, order = 'asc', after, list }) {
  const { entries } = await state.markIndex.page({
    sort,
    order,
    after,
    list,
    limit: LIMIT,
    namespaces: fleet.namespaces,
  });
  const ids = new Map();
  for (const { namespace, id } of entries) ids.set(namespace, [...(ids.get(namespace) ?? []), id]);
  const name = `${MARK_INDEX[sort]}|${list ? `${list.of}:${list.value}` : ''}`;
  const starts = ['', ...(await connection.client.zrange(name, 0, -1))];
  const places = entries.map(({ score, member }) => `${score.padStart(16, '0')}${member}`);
  const parts = new Set(places.map((place) => `${name}|${starts.findLast((start) => start <= place)}`));
  return { ids, parts: [...parts] };
}

async function readBare(client, { ids, parts }) {
  await Promise.all(parts.map((part) => client.zrange(part, 0, -1, 'WITHSCORES')));
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

/** Where the middle part of all marks begins. */
async function middleOf({ connection }, sort) {
  const starts = await connection.client.zrange(`${MARK_INDEX[sort]}|`, 0, -1);
  const start = starts[Math.floor(starts.length / 2)];
  return { score: String(Number(start.slice(0, 16))), member: start.slice(16) };
}
