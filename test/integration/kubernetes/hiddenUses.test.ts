/** Attempts to hide the user of an object: each of these is in use, in a place where nobody looks first. */
import { beforeEach, expect, test } from '@jest/globals';
import type { SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import { AS_WRITTEN, applied, candidates, clusterForEach, type Planned, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();
beforeEach(async () => {
  const kind = (group: string, name: string, resource: string, namespaced: boolean) =>
    cluster.kinds.push({ group, version: 'v1', kind: name, resource, namespaced });
  kind('autoscaling', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers', true);
  kind('storage.k8s.io', 'StorageClass', 'storageclasses', false);
  kind('shop.example.com', 'Database', 'databases', true);
  kind('shop.example.com', 'ClusterIssuer', 'clusterissuers', false);
});

const shop = { namespace: 'shop' };
const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n' };
const CONFIG = AS_WRITTEN.replace('source:', 'dataKinds: [Secret, PersistentVolumeClaim], source:');
const plan = (): Promise<Planned> => planned(cluster.url, files, CONFIG);
const user = (apiVersion: string, kind: string, name: string, more: object, metadata: object = shop): SandboxObject =>
  cluster.apply({ apiVersion, kind, metadata: { name, ...metadata }, ...more });
const pod = (container: object, spec: object = {}) => ({
  template: { metadata: { annotations: { 'checksum/config': 'bait' } }, spec: { containers: [container], ...spec } },
});
const env = (name: string, value: string) => pod({ name: 'c', env: [{ name, value }] });

const ATTACKS: readonly (readonly [kind: string, name: string, use: () => void])[] = [
  [
    'ConfigMap',
    'env-of-a-cron-job',
    () => {
      const envFrom = [{ configMapRef: { name: 'env-of-a-cron-job' } }];
      user('batch/v1', 'CronJob', 'c', { spec: { suspend: true, jobTemplate: { spec: pod({ name: 'c', envFrom }) } } });
    },
  ],
  [
    'ConfigMap',
    'projected',
    () => {
      const volumes = [{ name: 'v', projected: { sources: [{ configMap: { name: 'projected' } }] } }];
      user('apps/v1', 'Deployment', 'd', { spec: pod({ name: 'c' }, { volumes }) });
    },
  ],
  [
    'ConfigMap',
    'of-an-earlier-revision',
    () => {
      const volumes = [{ name: 'v', configMap: { name: 'of-an-earlier-revision' } }];
      user('apps/v1', 'ReplicaSet', 'd-1', { spec: { replicas: 0, ...pod({ name: 'c' }, { volumes }) } });
    },
  ],
  ['Secret', 'pull', () => user('v1', 'ServiceAccount', 'builder', { imagePullSecrets: [{ name: 'pull' }] })],
  [
    'Secret',
    'of-an-init-container',
    () => {
      const initContainers = [{ name: 'i', envFrom: [{ secretRef: { name: 'of-an-init-container' } }] }];
      user('batch/v1', 'Job', 'j', { spec: pod({ name: 'c' }, { initContainers }) });
    },
  ],
  [
    'Secret',
    'of-a-csi-volume',
    () => {
      const volumes = [{ name: 'v', csi: { driver: 'd', nodePublishSecretRef: { name: 'of-a-csi-volume' } } }];
      user('v1', 'Pod', 'p', { spec: { containers: [], volumes } });
    },
  ],
  [
    'Secret',
    'of-an-operator',
    () => user('shop.example.com/v1', 'Database', 'db', { spec: { existingSecret: 'of-an-operator' } }),
  ],
  [
    'Secret',
    'of-a-storage-class',
    () => {
      const parameters = { 'csi.storage.k8s.io/node-stage-secret-name': 'of-a-storage-class' };
      user('storage.k8s.io/v1', 'StorageClass', 's', { parameters }, {});
    },
  ],
  [
    'Secret',
    'of-an-issuer',
    () =>
      user(
        'shop.example.com/v1',
        'ClusterIssuer',
        'i',
        { spec: { privateKeySecretRef: { name: 'of-an-issuer' } } },
        {},
      ),
  ],
  [
    'PersistentVolumeClaim',
    'data-cache-0',
    () => {
      const volumeClaimTemplates = [{ metadata: { name: 'data' } }];
      user('apps/v1', 'StatefulSet', 'cache', { spec: { replicas: 0, volumeClaimTemplates } });
    },
  ],
  [
    'ServiceAccount',
    'with-a-token',
    () => {
      const annotations = { 'kubernetes.io/service-account.name': 'with-a-token' };
      user('v1', 'Secret', 'token-of-a-pipeline', {}, { ...shop, annotations });
    },
  ],
  ['Service', 'by-host', () => user('apps/v1', 'Deployment', 'e1', { spec: env('DB_HOST', 'by-host') })],
  ['Service', 'by-port', () => user('apps/v1', 'Deployment', 'e2', { spec: env('BROKERS', 'other:1,by-port:9092') })],
  ['Service', 'by-url', () => user('apps/v1', 'Deployment', 'e3', { spec: env('DB', 'postgres://me:pw@by-url/shop') })],
  [
    'Service',
    'by-argument',
    () =>
      user('apps/v1', 'Deployment', 'e4', { spec: pod({ name: 'c', args: ['--upstream=http://by-argument:80/x'] }) }),
  ],
  [
    'Service',
    'by-short-address',
    () =>
      user(
        'apps/v1',
        'Deployment',
        'e5',
        { spec: env('API', 'http://by-short-address.shop:80') },
        { namespace: 'blog' },
      ),
  ],
  [
    'Service',
    'by-alias',
    () =>
      user('v1', 'Service', 'alias', {
        spec: { type: 'ExternalName', externalName: 'by-alias.shop.svc.cluster.local' },
      }),
  ],
];

test('Q16 an object that is used in a place where nobody looks first is no candidate; the one that nobody uses is', async () => {
  for (const [kind, name] of ATTACKS) cluster.apply(applied('v1', kind, name, shop));
  cluster.apply(applied('apps/v1', 'Deployment', 'scaled', shop));
  cluster.apply(applied('v1', 'ConfigMap', 'bait', shop));
  const all = ATTACKS.map(([kind, name]) => `/${kind}/shop/${name}`).concat(
    '/ConfigMap/shop/bait',
    'apps/Deployment/shop/scaled',
  );
  expect(candidates(await plan())).toEqual(all.sort());
  for (const [, , use] of ATTACKS) use();
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'scaled' };
  user('autoscaling/v1', 'HorizontalPodAutoscaler', 'h', { spec: { scaleTargetRef } });
  const attacked = await plan();
  expect(candidates(attacked)).toEqual(['/ConfigMap/shop/bait']);
  expect(verdictOf(attacked, '/Service/shop/by-host')).toContain('used by Deployment shop/e1');
});

test('Q11 Q15 a Namespace stays with an object that an annotation keeps, of whichever environment', async () => {
  cluster.apply(applied('v1', 'Namespace', 'left'));
  const named = CONFIG.replace('[Secret', '[Namespace, Secret');
  expect(candidates(await planned(cluster.url, files, named))).toEqual(['/Namespace//left']);
  const metadata = { namespace: 'left', annotations: { 'helm.sh/resource-policy': 'keep' } };
  cluster.apply(applied('v1', 'ConfigMap', 'kept', metadata));
  const verdict = verdictOf(await planned(cluster.url, files, named), '/Namespace//left');
  expect(verdict).toContain('keep: used by ConfigMap left/kept');
});

test('Q9 Q10 Q24 labels that controllers copy make no candidate of the objects that they made', async () => {
  const { metadata } = cluster.apply({
    ...{ apiVersion: 'apps/v1', kind: 'Deployment' },
    metadata: { name: 'foreign', ...shop },
  });
  const owner = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    name: 'foreign',
    uid: metadata.uid ?? '',
    controller: true,
  };
  cluster.apply(applied('apps/v1', 'ReplicaSet', 'copied', { ...shop, ownerReferences: [owner] }));
  cluster.kinds.push({
    group: 'discovery.k8s.io',
    version: 'v1',
    kind: 'EndpointSlice',
    resource: 'endpointslices',
    namespaced: true,
  });
  cluster.apply(applied('discovery.k8s.io/v1', 'EndpointSlice', 'copied', shop));
  cluster.apply(applied('v1', 'ConfigMap', 'bait', shop));
  expect(candidates(await plan())).toEqual(['/ConfigMap/shop/bait']);
});
