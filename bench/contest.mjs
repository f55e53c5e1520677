// Several programs do the same to the same account, one after the other, and their times and memory are compared.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { custodian } from './contest/custodian.mjs';
import { table, times, whole } from './table.mjs';

const here = (name) => join(import.meta.dirname, name);
const NODE = [process.execPath, '--import', here('contest/usage.mjs')];
const UNPACED = ['--import', here('contest/unpaced.mjs')];

export const ACCOUNT = '111111111111';
export const REGION = 'us-east-1';

/**
 * @param seed the module that fills the account: `seed(control, size)`
 * @param bare the program that only pages through the listings; the floor. Says what it found as JSON, `candidates` of it
 * @param ours the configuration, YAML, and how many candidates `holystone plan` found, out of what it said; `isUnpaced`: its
 *   calls do not wait for AWS's rates; `node`: further options of Node
 * @param peers other programs, each with its name, its words and how many it found, out of what it said: `undefined` where it says no number
 * @param policy of Cloud Custodian, YAML, with its name; absent: it is not asked
 * @param isPrepared nothing runs first only so that the endpoint prepares its answers: the endpoint takes no time beside the others
 */
export async function contest({ size, about, seed, bare, ours, policy, peers = [], isPrepared = false }) {
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  const server = fork(here('contest/server.mjs'), [here(seed), JSON.stringify(size)], {
    execArgv: ['--max-old-space-size=16384'],
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  try {
    const [endpoint] = await once(server, 'message');
    const bench = { dir, server, env: environmentOf(endpoint, dir) };
    await writeFile(join(dir, 'holystone.yaml'), ours.configuration);
    const node = `Node ${process.version}, ${availableParallelism()} cores`;
    console.log(`${about}\n${node}; the endpoint, in a process of its own, shares them`);
    console.log(ours.isUnpaced ? 'No call waits for the rates of AWS, which would be most of the time.\n' : '');
    console.log(await measure(bench, await contestants({ dir, bare, ours, policy, peers }), isPrepared));
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  }
}

/** Nothing of the environment could lead to a real account. */
function environmentOf({ url, accessKeyId, secretAccessKey }, dir) {
  return {
    PATH: process.env.PATH,
    HOME: dir,
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: REGION,
    AWS_DEFAULT_REGION: REGION,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    HOLYSTONE_BENCH_USAGE: join(dir, 'usage.json'),
  };
}

async function contestants({ dir, bare, ours, policy, peers }) {
  const plan = [
    here(ours.isUnpaced ? '../dist/src/main.js' : '../dist/main.js'),
    'plan',
    '--config',
    join(dir, 'holystone.yaml'),
    ...ours.flags,
  ];
  const list = [
    { name: 'bare SDK, paging only', words: [...NODE, here(bare)], found: (text) => JSON.parse(text).candidates },
    {
      name: 'holystone plan',
      words: [...NODE, ...(ours.node ?? []), ...(ours.isUnpaced ? UNPACED : []), ...plan],
      found: ours.found,
    },
    ...peers.map(({ words, ...peer }) => ({ ...peer, words: [...NODE, ...words] })),
  ];
  const peer = policy ? await custodian() : undefined;
  if (peer?.why) console.log(`Cloud Custodian is not measured: ${peer.why}\n`);
  else if (peer) {
    await writeFile(join(dir, 'policy.yaml'), policy.yaml);
    const run = [peer.program, 'run', '--dryrun', '--cache-period', '0', '-s', dir, join(dir, 'policy.yaml')];
    const found = async () => JSON.parse(await readFile(join(dir, policy.name, 'resources.json'), 'utf8')).length;
    list.push({ name: 'Cloud Custodian 0.9.52', words: [peer.python, here('contest/usage.py'), ...run], found });
  }
  return list;
}

/** Twice each, unless the answers are prepared: the first time the endpoint prepares them. */
async function measure(bench, list, isPrepared) {
  const rows = [];
  let floor;
  for (const { name, words, found } of list) {
    if (!isPrepared) await runOnce(bench, words);
    const { usage, output } = await runOnce(bench, words);
    const count = await found(output);
    floor ??= usage;
    rows.push([
      name,
      count === undefined ? '–' : whole(count),
      whole(usage.calls),
      `${(usage.wallMs / 1000).toFixed(1)} s`,
      `${(usage.cpuMs / 1000).toFixed(1)} s`,
      times(usage.cpuMs / floor.cpuMs),
      `${whole(usage.peakBytes / 1024 / 1024)} MB`,
    ]);
  }
  return table(['', 'found', 'calls', 'wall', 'CPU', 'CPU against paging', 'peak memory'], rows);
}

/** Of the endpoint, since it was asked last. */
async function callsOf(server) {
  server.send('calls');
  const [{ calls }] = await once(server, 'message');
  return calls;
}

async function runOnce({ dir, env, server }, [program, ...args]) {
  await callsOf(server);
  await rm(env.HOLYSTONE_BENCH_USAGE, { force: true });
  const child = spawn(program, args, { env, cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      output[stream] += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output.stderr.slice(-2000)}`);
  const usage = JSON.parse(await readFile(env.HOLYSTONE_BENCH_USAGE, 'utf8'));
  return { usage: { ...usage, calls: await callsOf(server) }, output: output.stdout };
}
