// What many repositories cost: the calls of a plan to the registry, its CPU and its memory. One listing for all, and one
// call for each repository without tags; a fourth of the repositories must cost a fourth.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { table, times, whole } from './table.mjs';

const here = (name) => join(import.meta.dirname, name);
const TAGGED = 100;
/** Rows of a plan are kept until it is printed; what is not its own grows with them. */
const SIZES = [12_500, 25_000, 50_000];

export async function repositories({ quick }) {
  await plans(quick);
  await daemons(quick);
}

async function plans(quick) {
  const rows = [];
  for (const size of quick ? [1_000, 2_000] : SIZES) rows.push(await measure(size));
  console.log(`${TAGGED} of the repositories have three tags, the others none\n`);
  const head = ['repositories', 'calls: catalog', 'lists of tags', 'of tagged ones and others', 'candidates'];
  console.log(table([...head, 'wall', 'CPU', 'peak memory'], rows));
}

async function daemons(quick) {
  const [few, many] = quick ? [500, 2_000] : [1_000, 20_000];
  console.log(`\nA daemon's first ${whole(few)} passes, two at once\n`);
  const [small, large] = [await throughput(few, few), await throughput(many, few)];
  const daemon = [small, large].map(({ count, perSecond, cpuMs }) => [
    whole(count),
    perSecond.toFixed(1),
    `${cpuMs.toFixed(1)} ms`,
    times(perSecond / small.perSecond),
  ]);
  console.log(table(['repositories', 'passes a second', 'CPU of a pass', 'of the fewest'], daemon));
}

/** The passes of a new daemon: how many in a second, and their CPU with its share of all other work. */
async function throughput(count, passes) {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  const server = fork(here('repositories/server.mjs'), [String(count), '0']);
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  try {
    const [url] = await once(server, 'message');
    const config = join(dir, 'holystone.yaml');
    await writeFile(config, daemonConfiguration(url, redis.url));
    const usage = join(dir, 'usage.json');
    const main = [here('../dist/src/main.js'), 'serve', '--config', config];
    const child = spawn(process.execPath, ['--import', here('contest/usage.mjs'), ...main], {
      env: { PATH: process.env.PATH, HOME: dir, HOLYSTONE_BENCH_USAGE: usage },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = once(child, 'close');
    let [first, last, seen] = [0, 0, 0];
    for await (const line of createInterface({ input: child.stderr })) {
      if (!line.includes('"outcome":')) continue;
      last = performance.now();
      first ||= last;
      seen += 1;
      if (seen === passes) child.kill('SIGTERM');
    }
    await ended;
    if (seen < passes) throw new Error(`serve ended after ${seen} passes`);
    const { cpuMs } = JSON.parse(await readFile(usage, 'utf8'));
    return { count, perSecond: (seen - 1) / ((last - first) / 1_000), cpuMs: cpuMs / seen };
  } finally {
    await redis.stop();
    server.disconnect();
    await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  }
}

function daemonConfiguration(url, redis) {
  return `
accounts: [{ name: hub, provider: registry, url: "${url}", locations: ["shop/*"], callRate: 100000 }]
work: { callRateShare: 100%, tick: "*/10 * * * * *" }
redis: { url: "${redis}", durability: trusted }
http: { operator: { port: 0 }, public: { port: 0 } }
cleanup: [{ type: tag, nameRegexDelete: ".*", keepN: 1, olderThan: 7d, timestampSource: image-created }]
`;
}

async function measure(count) {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  const server = fork(here('repositories/server.mjs'), [String(count), String(TAGGED)]);
  try {
    const [url] = await once(server, 'message');
    const config = join(dir, 'holystone.yaml');
    await writeFile(config, configuration(url));
    const usage = join(dir, 'usage.json');
    const main = [here('../dist/src/main.js'), 'plan', '--config', config, '--output', 'json'];
    const child = spawn(process.execPath, ['--import', here('contest/usage.mjs'), ...main], {
      env: { PATH: process.env.PATH, HOME: dir, HOLYSTONE_BENCH_USAGE: usage },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { stdout: [], stderr: '' };
    child.stdout.on('data', (chunk) => said.stdout.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said.stderr += text;
    });
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`plan ended with ${code}: ${said.stderr.slice(-2000)}`);
    const { namespaces } = JSON.parse(Buffer.concat(said.stdout).toString());
    const candidates = namespaces.reduce((sum, { counts }) => sum + (counts?.candidate ?? 0), 0);
    server.send('calls');
    const [calls] = await once(server, 'message');
    const { wallMs, cpuMs, peakBytes } = JSON.parse(await readFile(usage, 'utf8'));
    return [
      whole(namespaces.length),
      whole(calls.catalog),
      whole(calls.lists),
      whole(calls.others),
      whole(candidates),
      `${(wallMs / 1000).toFixed(1)} s`,
      `${(cpuMs / 1000).toFixed(1)} s`,
      `${whole(peakBytes / 1024 / 1024)} MB`,
    ];
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  }
}

function configuration(url) {
  return `
accounts: [{ name: hub, provider: registry, url: "${url}", locations: ["shop/*"], callRate: 100000 }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup: [{ type: tag, nameRegexDelete: ".*", keepN: 1, olderThan: 7d, timestampSource: image-created }]
`;
}
