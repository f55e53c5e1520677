// What a cluster with many objects costs: requests, CPU and memory of `holystone diff` and of a plan, against only listing
// the same kinds as bare metadata, and against Cloud Custodian, which selects the objects of the environment by their labels.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { custodian, KUBERNETES } from './contest/custodian.mjs';
import { policiesFor } from './objects/policies.mjs';
import { table, times, whole } from './table.mjs';

const here = (name) => join(import.meta.dirname, name);
const FULL = { objects: 20_000, kinds: 60, namespaces: 30, owned: 2_000, left: 100 };
const QUICK = { objects: 2_000, kinds: 60, namespaces: 30, owned: 200, left: 10 };
const ENVIRONMENT = 'qbec.io/application=shop,qbec.io/environment=prod,!qbec.io/tag';

export async function objects({ quick }) {
  const size = quick ? QUICK : FULL;
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  const server = fork(here('objects/cluster.mjs'), [size.objects, size.kinds, size.namespaces, size.owned].map(String));
  try {
    const [cluster] = await once(server, 'message');
    await prepare(dir, cluster, size);
    const main = [here('../dist/src/main.js')];
    const config = ['--config', join(dir, 'holystone.yaml')];
    const runs = [
      [
        'bare lists of the environment',
        [here('objects/bare.mjs'), join(dir, 'environment.json')],
        (text) => Number(text),
      ],
      ['bare lists of everything', [here('objects/bare.mjs'), join(dir, 'everything.json')], (text) => Number(text)],
      ['holystone diff', [...main, 'diff', 'shop/prod', '-o', 'json', ...config], leftIn],
      ['holystone plan', [...main, 'plan', '-o', 'json', ...config], candidatesIn],
      ...(await peer(dir, cluster)),
    ];
    console.log(
      `${whole(size.objects)} objects of ${size.kinds} kinds in ${size.namespaces} namespaces; ${whole(size.owned)} of the environment, ${size.left} of them not in source\n`,
    );
    const rows = [];
    let floor;
    for (const [name, words, found, by = [process.execPath, '--import', here('contest/usage.mjs')]] of runs) {
      await measured(dir, server, [...by, ...words]);
      const { usage, calls, stdout } = await measured(dir, server, [...by, ...words]);
      floor ??= usage;
      rows.push([
        ...[name, whole(await found(stdout)), whole(calls), `${(usage.wallMs / 1000).toFixed(2)} s`],
        ...[
          times(usage.wallMs / floor.wallMs),
          `${(usage.cpuMs / 1000).toFixed(2)} s`,
          times(usage.cpuMs / floor.cpuMs),
        ],
        `${whole(usage.peakBytes / 1024 / 1024)} MB`,
      ]);
    }
    console.log(
      table(['', 'found', 'requests', 'wall', 'against the first', 'CPU', 'against the first', 'peak memory'], rows),
    );
  } finally {
    server.disconnect();
    await once(server, 'exit');
    await rm(dir, { recursive: true, force: true });
  }
}

/** The peer compares with no source: it selects all objects of the environment. */
async function peer(dir, { listed }) {
  const there = await custodian(KUBERNETES);
  if (there.why) {
    console.log(`c7n-kube is not measured: ${there.why}\n`);
    return [];
  }
  const { yaml, names } = policiesFor(listed);
  await writeFile(join(dir, 'policies.yaml'), yaml);
  const words = [there.program, 'run', '--dryrun', '--cache-period', '0', '-s', dir, join(dir, 'policies.yaml')];
  const found = async () => {
    const files = names.map((name) => readFile(join(dir, name, 'resources.json'), 'utf8'));
    return (await Promise.all(files)).reduce((sum, text) => sum + JSON.parse(text).length, 0);
  };
  return [['c7n-kube 0.2.52, selecting by labels', words, found, [there.python, here('contest/usage.py')]]];
}

async function prepare(dir, { url, paths, kinds }, { owned, left, namespaces }) {
  const kubeconfig = {
    'current-context': 'bench',
    clusters: [{ name: 'bench', cluster: { server: url } }],
    contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench' } }],
    users: [{ name: 'bench', user: {} }],
  };
  const source = Array.from({ length: owned - left }, (_, at) => ({
    ...kinds[at % kinds.length],
    metadata: { name: `object-${at}`, namespace: `team-${at % namespaces}` },
  }));
  await mkdir(join(dir, 'rendered'));
  await writeFile(join(dir, 'rendered', 'all.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: source }));
  await writeFile(join(dir, 'kubeconfig'), JSON.stringify(kubeconfig));
  await writeFile(join(dir, 'everything.json'), JSON.stringify({ url, paths }));
  await writeFile(join(dir, 'environment.json'), JSON.stringify({ url, paths, labelSelector: ENVIRONMENT }));
  const text = `
accounts: [{ name: prod, provider: kubernetes, kubeconfig: ${join(dir, 'kubeconfig')}, locations: [shop/prod], callRate: 100000 }]
work: { callRateShare: 100% }
redis: { url: embedded }
cleanup: [{ type: object, source: { dir: ${join(dir, 'rendered')} }, when: [{ rule: notInSource }] }]
`;
  await writeFile(join(dir, 'holystone.yaml'), text);
}

async function measured(dir, server, [program, ...words]) {
  server.send('calls');
  await once(server, 'message');
  const usageFile = join(dir, 'usage.json');
  const child = spawn(program, words, {
    env: {
      ...{ PATH: process.env.PATH, HOME: dir, HOLYSTONE_BENCH_USAGE: usageFile },
      KUBECONFIG: join(dir, 'kubeconfig'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      said[stream] += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${said.stderr.slice(-2000)}`);
  server.send('calls');
  const [{ calls }] = await once(server, 'message');
  return { usage: JSON.parse(await readFile(usageFile, 'utf8')), calls, stdout: said.stdout };
}

function leftIn(text) {
  return JSON.parse(text).namespaces.reduce((sum, { notInSource }) => sum + notInSource.length, 0);
}

function candidatesIn(text) {
  const rows = JSON.parse(text).namespaces.flatMap(({ resources }) => resources);
  return rows.filter(({ verdict }) => verdict === 'candidate' || verdict === 'held').length;
}
