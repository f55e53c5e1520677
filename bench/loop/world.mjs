// The daemon's parts over a real Redis and a real mail server; only the cloud is in memory.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { openParts, wire } from '../../dist/src/composition/parts.js';
import { loadConfiguration } from '../../dist/src/config/load/loader.js';
import { handlers } from '../../dist/src/handlers/index.js';
import { RedisNamespaceLock } from '../../dist/src/queue/lock.js';
import { startEmbeddedRedis } from '../../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../../dist/src/state/redis/connection.js';
import { createLogger } from '../../dist/src/telemetry/logger.js';
import { namespaceNamed, resourceAt } from '../population.mjs';

export const NAMESPACE = namespaceNamed('test');
const PAGE = 1_000;
/** Of each family of images the newest is kept. */
const FAMILIES = 100;

export async function openWorld({ resources, usedUpTo }) {
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const server = new Worker(new URL('./mailServer.mjs', import.meta.url));
  const [{ url: smtp }] = await once(server, 'message');
  // Log lines are made, as in production, and dropped.
  const log = createLogger({ level: 'info', destination: { write: () => {} } });
  const connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: 60_000 });
  await connection.whenReady();
  // A disk write holds no event loop up; without waiting for it, 40,000 rows are recorded sooner.
  await connection.command('not waiting for the disk', (client) => client.config('SET', 'appendfsync', 'no'));
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  const swap = (parts) => ({
    ...parts,
    definitions: { write: async () => {} },
    handlers: [handlerInMemory(resources, usedUpTo)],
  });
  const made = { configuration: configurationOf(smtp, dir), connection, log };
  const opened = openParts(made);
  const wired = wire(made, { ...opened, parts: swap(opened.parts) });
  const lock = new RedisNamespaceLock(connection);
  return {
    wired,
    async pass(action) {
      const lease = await lock.acquire(NAMESPACE);
      const record = await wired.lifecycle.pass(NAMESPACE, action, lease, new AbortController().signal);
      await lease.release();
      return record;
    },
    async arrived() {
      server.postMessage('arrived');
      const [arrived] = await once(server, 'message');
      return arrived;
    },
    async close() {
      await wired.close();
      await connection.close();
      await redis.stop();
      server.postMessage('stop');
      await once(server, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function configurationOf(smtp, dir) {
  const text = `
dryRun: false
redis: { url: "redis://127.0.0.1" }
mail: { smtp: "${smtp}", from: bench@example.com }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: bench, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
definitions: { dir: ${JSON.stringify(dir)} }
accounts: [{ name: test, provider: aws, id: "100000000000", locations: [us-east-1] }]
defaults:
  notice: { fallback: bench@example.com }
  tripwires: { dueShare: 100%, newMarks: 1000000, markedShare: 100%, unmarkedShare: 100% }
cleanup: [{ type: image, live: true, when: [{ rule: unused }], keepNewest: { count: 1, by: 'tag:family' } }]
`;
  return loadConfiguration({ text }, { env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, handlers });
}

/** The images of one account, with their own set policy, safeguards and rules; the first of them are used. */
function handlerInMemory(count, usedUpTo) {
  const image = handlers.find(({ resourceType }) => resourceType === 'image');
  const findings = Array.from({ length: usedUpTo }, (_, index) => {
    return { alias: resourceAt(index).id, says: 'used', by: `instance i-${index} (running)`, byId: `i-${index}` };
  });
  return {
    ...image,
    evidence: [
      {
        name: 'instances',
        summary: 'Instances.',
        permissions: [],
        asks: 'place',
        places: ({ account, location }) => [{ account: account.name, location }],
        read: async () => findings,
      },
    ],
    reach: undefined,
    open: () => ({
      verifyAccount: async () => {},
      list: () => pages(count),
      get: async (ids) =>
        new Map(ids.map((id) => [id, { kind: 'found', resource: ownedAt(Number.parseInt(id.slice(5), 16)) }])),
      delete: async () => new Map(),
    }),
  };
}

async function* pages(count) {
  for (let from = 0; from < count; from += PAGE) {
    await new Promise(setImmediate);
    yield Array.from({ length: Math.min(PAGE, count - from) }, (_, index) => ownedAt(from + index));
  }
}

function ownedAt(index) {
  const tags = { owner: 'ann@example.com', team: 'web', family: `f${index % FAMILIES}` };
  return { ...resourceAt(index), state: 'available', tags };
}
