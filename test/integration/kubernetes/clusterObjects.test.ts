/** Things in AWS that objects of a cluster name: whatever kind of object, and wherever it says it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { aws } from '../../../src/handlers/aws/provider.ts';
import { toTag } from '../../../src/handlers/aws/types/ecrTag/resource.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { registry } from '../../../src/handlers/registry/provider.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { failureOf, scopeOf, testEffects } from '../handlers/fixture.ts';
import { kubeconfig } from './fixture.ts';

let cluster: SandboxCluster;
let folder: string;
let effects: ReturnType<typeof testEffects>;
beforeEach(async () => {
  cluster = new SandboxCluster();
  const url = await cluster.listen();
  folder = await mkdtemp(join(tmpdir(), 'holystone-objects-'));
  await writeFile(join(folder, 'kubeconfig'), kubeconfig(url));
  effects = testEffects();
});
afterEach(async () => {
  effects.destroy();
  await cluster.close();
  await rm(folder, { recursive: true });
});

const account = (): Account => ({
  ...{ name: 'prod', provider: 'kubernetes', id: cluster.uid, locations: [] },
  settings: { kubeconfig: join(folder, 'kubeconfig') },
});
const source = handlerOf(aws.handlers, 'volume').evidence.find(({ name }) => name === 'clusterObjects');
const read = async () => {
  const scope = scopeOf({}, { accounts: [account()] });
  const [place] = source?.places(scope) ?? [];
  if (!source || !place) throw new Error('volumes do not ask clusters');
  return withoutNames(await source.read(place, scope, [], effects.io()));
};
const object = (apiVersion: string, kind: string, more: object): SandboxObject => ({
  ...{ apiVersion, kind, metadata: { name: 'one' } },
  ...more,
});
const ID = '0123456789abcdef0';

test.each<[string, SandboxObject, string]>([
  [
    'a volume that was released',
    object('v1', 'PersistentVolume', {
      spec: { csi: { driver: 'ebs.csi.aws.com', volumeHandle: `vol-${ID}` } },
      status: { phase: 'Released' },
    }),
    `vol-${ID}`,
  ],
  [
    'an annotation of a Service',
    object('v1', 'Service', {
      metadata: {
        name: 'one',
        namespace: 'shop',
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-eip-allocations': `eipalloc-${ID}` },
      },
    }),
    `eipalloc-${ID}`,
  ],
  [
    'a variable of a Deployment',
    object('apps/v1', 'Deployment', {
      metadata: { name: 'one', namespace: 'shop' },
      spec: { template: { spec: { containers: [{ name: 'a', env: [{ name: 'GROUP', value: `sg-${ID}` }] }] } } },
    }),
    `sg-${ID}`,
  ],
  [
    'a variable with the name of a table',
    object('apps/v1', 'Deployment', {
      metadata: { name: 'one', namespace: 'shop' },
      spec: { template: { spec: { containers: [{ name: 'a', env: [{ name: 'ORDERS_TABLE', value: 'orders' }] }] } } },
    }),
    'table/orders',
  ],
])('A19 A60 %s keeps what it names', async (_what, one, alias) => {
  cluster.apply(one);
  expect(await read()).toMatchObject([{ alias, says: 'used', by: expect.stringMatching(/one in cluster prod$/) }]);
});

/** What a controller found for names, tags and claims that its object says. */
test.each<[string, Parameters<typeof object>, string]>([
  [
    'the image that an empty pool of nodes would launch',
    ['karpenter.k8s.aws/v1', 'EC2NodeClass', { spec: {}, status: { amis: [{ id: `ami-${ID}`, name: 'nodes-9' }] } }],
    `ami-${ID}`,
  ],
  [
    'the groups of its nodes',
    ['karpenter.k8s.aws/v1', 'EC2NodeClass', { status: { securityGroups: [{ id: `sg-${ID}`, name: 'nodes' }] } }],
    `sg-${ID}`,
  ],
  [
    'the snapshot of a claim',
    ['snapshot.storage.k8s.io/v1', 'VolumeSnapshotContent', { spec: {}, status: { snapshotHandle: `snap-${ID}` } }],
    `snap-${ID}`,
  ],
  [
    'what a controller of AWS made',
    ['ec2.services.k8s.aws/v1alpha1', 'SecurityGroup', { spec: { name: 'web' }, status: { id: `sg-${ID}` } }],
    `sg-${ID}`,
  ],
  [
    'what Crossplane made',
    ['ec2.aws.upbound.io/v1beta1', 'EBSVolume', { spec: {}, status: { atProvider: { id: `vol-${ID}` } } }],
    `vol-${ID}`,
  ],
])('A19 %s is used, though only a status says so', async (_what, [apiVersion, kind, more], alias) => {
  const [group = '', version = ''] = apiVersion.split('/');
  const resource = `${kind.toLowerCase()}s`;
  cluster.kinds.push({ group, version, kind, resource, namespaced: false });
  cluster.apply(object(apiVersion, kind, more));
  expect((await read()).map((use) => use.alias)).toContain(alias);
});

test('A19 images that a node pulled, images of Pods, and what was applied before are no uses', async () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': `{"a":"vol-${ID}"}` };
  const image = '111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web:1';
  cluster.apply(object('v1', 'PersistentVolume', { metadata: { name: 'one', annotations }, spec: {} }));
  cluster.apply(object('v1', 'Node', { status: { images: [{ names: [image] }] } }));
  cluster.apply(
    object('v1', 'Pod', {
      metadata: { name: 'one', namespace: 'shop' },
      status: { phase: 'Succeeded', containerStatuses: [{ image }] },
    }),
  );
  expect(await read()).toEqual([]);
});

test('Law 1 a cluster that does not answer is a gap', async () => {
  await cluster.close();
  expect(await failureOf(read())).toMatchObject({ name: expect.stringMatching(/ReadError$/) });
});

test('A19 the steps of a workflow keep their images; of a workload other sources say which run', async () => {
  const image = '111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web:1.4.2';
  const steps = [
    { name: 'build', image },
    { name: 'test', script: `docker run ${image}-debug` },
  ];
  cluster.kinds.push({ group: 'tekton.dev', version: 'v1', kind: 'Task', resource: 'tasks', namespaced: true });
  cluster.apply(object('tekton.dev/v1', 'Task', { metadata: { name: 'one', namespace: 'ci' }, spec: { steps } }));
  cluster.apply(
    object('apps/v1', 'ReplicaSet', {
      metadata: { name: 'one', namespace: 'shop' },
      spec: { replicas: 0, template: { spec: { containers: [{ name: 'a', image: `${image}-old` }] } } },
    }),
  );
  expect(await read()).toEqual(
    ['', '-debug'].map((end) => ({
      alias: `${image}${end}`,
      says: 'used',
      by: 'Task.tekton.dev ci/one in cluster prod',
    })),
  );
});

test('A19 an image whose repository and tag are two fields is used; without a tag, all of its repository', async () => {
  const url = 'oci://111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/web';
  const kind = { group: 'source.toolkit.fluxcd.io', version: 'v1', kind: 'OCIRepository', resource: 'ocirepositories' };
  cluster.kinds.push({ ...kind, namespaced: true });
  const one = (name: string, spec: object) =>
    cluster.apply(
      object('source.toolkit.fluxcd.io/v1', 'OCIRepository', { metadata: { name, namespace: 'ci' }, spec }),
    );
  one('pinned', { url, ref: { tag: '1.4.2' } });
  one('newest', { url, ref: { semver: '>=1.0' } });
  const repository = { name: 'shop/web', registryId: '111111111111', region: 'us-east-1', tags: {} };
  const tag = toTag(
    { ...repository, expiring: new Set() },
    { imageDigest: `sha256:${'a'.repeat(64)}` },
    '1.4.2',
    undefined,
  );
  const both = [`${url.slice('oci://'.length)}:1.4.2`, `${url.slice('oci://'.length)}/`];
  expect((await read()).map(({ alias }) => alias)).toEqual(expect.arrayContaining(both));
  expect(tag.aliases).toEqual(expect.arrayContaining(both));
});

test('A19 an image that a workload names but does not run is one that it starts itself', async () => {
  const image = '111111111111.dkr.ecr.us-east-1.amazonaws.com/shop/job';
  const container = {
    ...{ name: 'a', image: `${image}:run`, args: [`--reloader-image=${image}:argument`] },
    env: [{ name: 'RELATED_IMAGE_JOB', value: `${image}:variable` }],
  };
  const volumes = [{ name: 'model', image: { reference: `${image}:volume` } }];
  cluster.apply(
    object('apps/v1', 'Deployment', {
      metadata: { name: 'one', namespace: 'shop', annotations: { 'example.com/image': `${image}:annotation` } },
      spec: { template: { spec: { containers: [container], initContainers: [container], volumes } } },
    }),
  );
  const named = (await read()).map(({ alias }) => alias.split(':').at(-1));
  expect(named.toSorted()).toEqual(['annotation', 'argument', 'variable']);
});

test('A19 every type with container images asks the objects of clusters', () => {
  const asking = [...aws.handlers, ...registry.handlers].filter(({ evidence }) =>
    evidence.some(({ name, provider }) => name === 'clusterObjects' && provider === 'kubernetes'),
  );
  expect(asking.map(({ resourceType }) => resourceType)).toEqual(
    expect.arrayContaining(['ecrTag', 'cdkEcrImage', 'tag']),
  );
});
