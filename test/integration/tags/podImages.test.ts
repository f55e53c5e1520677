/** Pods and workloads of the configured clusters as users of images in a registry. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parseDocument } from 'yaml';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { commanded, kubeconfig, planned } from '../kubernetes/fixture.ts';
import { ago, candidates, reasonsOf } from './fixture.ts';

const OTHER = `sha256:${'b'.repeat(64)}`;

let hub: RunningRegistry;
let cluster: SandboxCluster;
let url: string;
beforeEach(async () => {
  hub = await startRegistry();
});
afterEach(async () => {
  await cluster.close();
  await hub.close();
});

const open = async (options: ConstructorParameters<typeof SandboxCluster>[0] = {}) => {
  cluster = new SandboxCluster(options);
  url = await cluster.listen();
};
const openWithUsers = () => open({ users: new Map([['of-reader', 'reader']]) });
const host = () => new URL(hub.url).host;
const image = (tag: string) => hub.store.image('shop/web', tag, { salt: tag, created: ago(100) });
const config = (id = `id: ${cluster.uid}, `) => `
accounts:
  - { name: hub, provider: registry, url: "${hub.url}", locations: ["shop/*"] }
  - { name: prod, provider: kubernetes, ${id}kubeconfig: ./kubeconfig }
cleanup: [{ type: tag, nameRegexDelete: ".*", allowDeleteAll: true, olderThan: 7d, timestampSource: image-created }]
`;
const plan = (user = {}) => planned(url, { kubeconfig: kubeconfig(url, user) }, config());
const web = (reference: string) => ({ containers: [{ name: 'web', image: `${host()}/shop/web${reference}` }] });
const workload = (apiVersion: string, kind: string, name: string, more: object): SandboxObject => ({
  ...{ apiVersion, kind, metadata: { name, namespace: 'shop' } },
  ...more,
});
const of = (reference: string) => ({ spec: { template: { spec: web(reference) } } });

describe('R22 clusters of the configuration', () => {
  test('R22 workloads keep the tags that they name, also without Pods, and with the revisions of a rollback', async () => {
    await open();
    const used: Readonly<Record<string, readonly [apiVersion: string, kind: string, more: (tag: string) => object]>> = {
      v1: ['apps/v1', 'Deployment', of],
      v2: ['apps/v1', 'StatefulSet', of],
      v3: ['apps/v1', 'DaemonSet', of],
      v4: ['apps/v1', 'ReplicaSet', of],
      v5: ['batch/v1', 'Job', of],
      v6: ['batch/v1', 'CronJob', (tag) => ({ spec: { suspend: true, jobTemplate: of(tag) } })],
      v7: ['v1', 'ReplicationController', of],
      v8: ['apps/v1', 'ControllerRevision', (tag) => ({ data: of(tag) })],
      v9: ['v1', 'Pod', (tag) => ({ spec: web(tag), status: { phase: 'Pending' } })],
    };
    for (const [tag, [apiVersion, kind, more]] of Object.entries(used)) {
      image(tag);
      cluster.apply(workload(apiVersion, kind, 'web', more(`:${tag}`)));
    }
    image('old');
    const planned = await plan();
    expect(planned.document.namespaces).toMatchObject([{ status: 'complete' }]);
    for (const [tag, [, kind]] of Object.entries(used))
      expect(reasonsOf(planned, tag)).toContain(`used by ${kind} shop/web in cluster prod`);
    expect(candidates(planned)).toEqual(['old']);
  });

  test('R22 a Pod keeps its init containers, its volumes, and the digest that runs; one that ended keeps nothing', async () => {
    await open();
    for (const tag of ['init', 'debug', 'volume', 'ended']) image(tag);
    const digest = image('moved');
    const status = { phase: 'Running', containerStatuses: [{ image: 'mirror.example.com/web:1', imageID: digest }] };
    const spec = {
      ...web('@'.concat(OTHER)),
      initContainers: [{ image: `${host()}/shop/web:init` }],
      ephemeralContainers: [{ image: `${host()}/shop/web:debug` }],
      volumes: [
        { name: 'data', image: { reference: `${host()}/shop/web:volume` } },
        { name: 'tmp', emptyDir: {} },
      ],
    };
    cluster.apply(workload('v1', 'Pod', 'web', { spec, status }));
    for (const phase of ['Succeeded', 'Failed'])
      cluster.apply(workload('v1', 'Pod', phase.toLowerCase(), { spec: web(':ended'), status: { phase } }));
    expect(candidates(await plan())).toEqual(['ended']);
  });

  test('Law 1 a cluster that may not be read → every tag that the policy selects is unknown, and the right is named', async () => {
    await openWithUsers();
    image('v1');
    cluster.apply(workload('apps/v1', 'Deployment', 'web', of(':v1')));
    const planned = await plan({ token: 'of-reader' });
    expect(candidates(planned)).toEqual([]);
    expect(planned.output).toContain('get namespaces');
  });

  test('Law 1 a cluster without an id, or with another one, may be any cluster → no tag is a candidate', async () => {
    await open();
    image('v1');
    for (const [id, why] of [
      ['', 'account prod is declared without id, so Holystone cannot verify it'],
      ['id: 3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70, ', 'but its id is 3f0c7a51'],
    ]) {
      const unproven = await planned(url, {}, config(id));
      expect(candidates(unproven)).toEqual([]);
      expect(reasonsOf(unproven, 'v1')).toContain(why);
    }
  });

  test('R22 Q22 the role that `rbac` prints for the registry’s entry is enough, and lists no Secret', async () => {
    await openWithUsers();
    for (const tag of ['v1', 'v2']) image(tag);
    cluster.apply(workload('apps/v1', 'Deployment', 'web', of(':v1')));
    const { stdout } = await commanded(url, ['rbac'], {}, config());
    const role = parseDocument(stdout).toJS() as SandboxObject;
    expect(JSON.stringify(role)).not.toMatch(/secrets|delete|patch/);
    cluster.apply(role);
    cluster.apply({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'reader' },
      roleRef: { kind: 'ClusterRole', name: role.metadata.name },
      subjects: [{ kind: 'User', name: 'reader' }],
    } as SandboxObject);
    const planned = await plan({ token: 'of-reader' });
    expect(candidates(planned)).toEqual(['v2']);
  });
  test('R22 `iam-policy` has the calls that the registry’s entry needs in an AWS account, and nothing for the registry', async () => {
    await open();
    image('v1');
    const account = '{ name: own, provider: aws, id: "111111111111", locations: [us-east-1] }';
    const text = config().replace('  - { name: prod', `  - ${account}\n  - { name: prod`);
    const { stdout } = await commanded('http://127.0.0.1:9', ['iam-policy'], {}, text);
    const { accounts } = JSON.parse(stdout) as { accounts: { account: string; deleter?: unknown }[] };
    expect(accounts.map(({ account: name }) => name)).toEqual(['own']);
    expect(stdout).toContain('ecs:ListClusters');
    expect(accounts[0]).not.toHaveProperty('deleter');
  });
  test('L2 `validate` does not call a cluster ignored that is only read', async () => {
    await open();
    image('v1');
    const { code, stdout } = await commanded(url, ['validate'], {}, config());
    expect([code, stdout]).toEqual([0, expect.stringContaining('is valid: 1 namespace')]);
    expect(stdout).not.toContain('ignored');
  });
});
