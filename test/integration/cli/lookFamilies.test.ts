/** `look` at a cluster and at a registry, with what the shell knows about them. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { startRegistry } from '../../../sandbox/registry/server.ts';
import type { Look } from '../../../src/cli/look/look.ts';
import { cliHere } from '../../support/cliHere.ts';
import { plainEnvironment } from '../../support/cliRun.ts';
import { released, revisionSecret } from '../../support/helmRelease.ts';
import { startAws } from '../handlers/fixture.ts';
import { kubeconfig } from '../kubernetes/fixture.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'holystone-look-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const file = (name: string) => join(dir, name);

async function looked(env: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const written = ['--html', file('look.html'), '--json', file('look.json')];
  const result = await cliHere(['look', ...args, ...written], { ...plainEnvironment(), HOME: dir, ...env });
  const read = async () => JSON.parse(await readFile(file('look.json'), 'utf8')) as Look;
  return { ...result, look: result.code === 2 || result.code === 1 ? undefined : await read() };
}

test('P20 a look at a cluster finds what no release of Helm declares any more, and only reads', async () => {
  const cluster = new SandboxCluster();
  const url = await cluster.listen();
  try {
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: kept\n';
    cluster.apply(revisionSecret({ version: 2, manifest }));
    for (const name of ['kept', 'old'])
      cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: released(name) });
    await writeFile(file('config'), kubeconfig(url));
    const { code, look, stdout } = await looked(
      { KUBECONFIG: `${file('absent')}:${file('config')}` },
      '--kubernetes',
      'sandbox',
    );
    expect([code, look?.locations]).toEqual([0, ['shop/web']]);
    expect(look?.wasted).toMatchObject([{ id: '/ConfigMap/shop/old' }]);
    expect(stdout).toContain('This cluster has 1 thing that no release of Helm declares any more');
    expect(stdout).toContain('Next: docs/kubernetes.md says how to configure it');
    expect(cluster.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
    const init = await cliHere(['init', '--from', file('look.json'), '--output', file('new.yaml')], plainEnvironment());
    expect([init.code, init.stderr]).toEqual([2, expect.stringContaining('a look at a cluster')]);
  } finally {
    await cluster.close();
  }
});

test('P20 a context that no kubeconfig has is refused with those that they have', async () => {
  await writeFile(file('config'), kubeconfig('http://127.0.0.1:1'));
  const { code, stderr } = await looked({ KUBECONFIG: file('config') }, '--kubernetes', 'prod');
  expect([code, stderr]).toEqual([1, expect.stringContaining('has: sandbox')]);
});

const OLD = new Date(Date.now() - 400 * 86_400_000).toISOString();

test('P20 a look at a registry signs in as Docker does, keeps the newest 30, and says that it sees no runner', async () => {
  const registry = await startRegistry({ password: 'secret' });
  try {
    for (let n = 1; n <= 32; n++) registry.store.image('shop/web', `v${n}`, { created: OLD, salt: `v${n}` });
    const { host } = new URL(registry.url);
    const auth = Buffer.from('user:secret').toString('base64');
    await writeFile(file('config.json'), JSON.stringify({ auths: { [host]: { auth } } }));
    const { code, look, stdout } = await looked({ DOCKER_CONFIG: dir }, '--registry', registry.url);
    expect([code, look?.locations]).toEqual([0, ['shop/web']]);
    expect(look?.wasted.map(({ name }) => name).sort()).toEqual(['v1', 'v2']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('does not see who runs an image');
    expect(registry.requests.filter(({ method }) => method !== 'GET' && method !== 'HEAD')).toEqual([]);
    const one = await looked({ DOCKER_CONFIG: dir }, '--registry', `${registry.url}/shop/none`);
    expect(one.look?.locations ?? []).toEqual(['shop/none']);
  } finally {
    await registry.close();
  }
});

test('P20 a registry that wants a password says how to sign in', async () => {
  const registry = await startRegistry({ password: 'secret' });
  try {
    const { code, stderr } = await looked({}, '--registry', registry.url);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`docker login ${new URL(registry.url).host}`)]);
  } finally {
    await registry.close();
  }
});

test('P20 a registry that lists nothing for strangers says how to look at one repository', async () => {
  const registry = await startRegistry();
  registry.switches.faults.set('/v2/_catalog', { status: 404, body: '{}' });
  try {
    const { code, stderr } = await looked({}, '--registry', registry.url);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`--registry ${new URL(registry.url).host}/REPOSITORY`)]);
  } finally {
    await registry.close();
  }
});

test('P20 --cdk looks only at the assets of CDK', async () => {
  const aws = await startAws();
  try {
    const { look } = await looked(process.env as Record<string, string>, '--cdk', '--region', 'us-east-1');
    expect(look?.locations).toEqual(['us-east-1']);
    expect(aws.operations()).toContain('GetCallerIdentity');
    expect(aws.operations()).not.toContain('DescribeVolumes');
  } finally {
    await aws.close();
  }
});

test.each([
  [['--kubernetes', 'a', '--cdk'], '--kubernetes and --cdk are looks of their own'],
  [['--registry', 'a', '--region', 'us-east-1'], '--region does not belong to --registry'],
])('P20 %j are refused together', async (args, why) => {
  const { code, stderr } = await looked({}, ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
});
