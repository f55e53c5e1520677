/** Users of an object that are anywhere in the cluster, and the gaps of those that may not be listed. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxKind } from '../../../sandbox/kubernetes/kinds.ts';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, verdictOf } from './fixture.ts';

const kind = (group: string, name: string, resource: string, namespaced = false): SandboxKind => ({
  ...{ group, version: 'v1', kind: name, resource, namespaced },
});
const RBAC = 'rbac.authorization.k8s.io';

const cluster = clusterForEach();
beforeEach(async () => {
  cluster.kinds.push(
    kind('networking.k8s.io', 'IngressClass', 'ingressclasses'),
    kind('scheduling.k8s.io', 'PriorityClass', 'priorityclasses'),
    kind('storage.k8s.io', 'StorageClass', 'storageclasses'),
    kind('admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'),
    kind('metrics.k8s.io', 'PodMetrics', 'pods', true),
    kind('gateway.networking.k8s.io', 'HTTPRoute', 'httproutes', true),
  );
});

const shop = { namespace: 'shop' };
const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n' };
const CONFIG = AS_WRITTEN.replace(
  'source:',
  'dataKinds: [Secret, CustomResourceDefinition, PersistentVolume], source:',
);
const plan = () => planned(cluster.url, files, CONFIG);
/** An object in another namespace, of another environment or none. */
const elsewhere = (apiVersion: string, of: string, more: object, namespace: string | undefined = 'blog') =>
  cluster.apply({ apiVersion, kind: of, metadata: { name: 'user', ...(namespace ? { namespace } : {}) }, ...more });

describe('an object of the whole cluster is used', () => {
  test.each<[string, string, string, () => void]>([
    [
      'a pod',
      'scheduling.k8s.io/v1',
      'PriorityClass',
      () => elsewhere('v1', 'Pod', { spec: { priorityClassName: 'x' } }),
    ],
    [
      'a claim',
      'storage.k8s.io/v1',
      'StorageClass',
      () => elsewhere('v1', 'PersistentVolumeClaim', { spec: { storageClassName: 'x' } }),
    ],
    [
      'an Ingress',
      'networking.k8s.io/v1',
      'IngressClass',
      () => elsewhere('networking.k8s.io/v1', 'Ingress', { spec: { ingressClassName: 'x' } }),
    ],
    [
      'a RoleBinding',
      `${RBAC}/v1`,
      'ClusterRole',
      () => elsewhere(`${RBAC}/v1`, 'RoleBinding', { roleRef: { kind: 'ClusterRole', name: 'x' } }),
    ],
    [
      'a bound claim',
      'v1',
      'PersistentVolume',
      () => elsewhere('v1', 'PersistentVolumeClaim', { spec: { volumeName: 'x' } }),
    ],
  ])('Q16 by %s of any namespace', async (_what, apiVersion, of, use) => {
    cluster.apply(applied(apiVersion, of, 'x'));
    const id = `${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}/${of}//x`;
    expect(candidates(await plan())).toEqual([id]);
    use();
    expect(verdictOf(await plan(), id)).toMatch(/^keep: used by [A-Z]\w+ blog\/user/);
  });
});

describe('an object of a namespace is used', () => {
  test.each<[string, string, string, () => void]>([
    [
      'a RoleBinding of another namespace',
      'v1',
      'ServiceAccount',
      () =>
        elsewhere(`${RBAC}/v1`, 'RoleBinding', {
          roleRef: { kind: 'ClusterRole', name: 'view' },
          subjects: [{ kind: 'ServiceAccount', name: 'x', namespace: 'shop' }],
        }),
    ],
    [
      'a Deployment of another namespace, by its address',
      'v1',
      'Service',
      () =>
        elsewhere('apps/v1', 'Deployment', {
          spec: { template: { spec: { containers: [{ env: [{ name: 'API', value: 'http://x.shop.svc:8080' }] }] } } },
        }),
    ],
    [
      'a route of another namespace',
      'v1',
      'Service',
      () =>
        elsewhere('gateway.networking.k8s.io/v1', 'HTTPRoute', {
          spec: { rules: [{ backendRefs: [{ name: 'x', namespace: 'shop', port: 80 }] }] },
        }),
    ],
    [
      'a webhook',
      'v1',
      'Service',
      () =>
        elsewhere(
          'admissionregistration.k8s.io/v1',
          'ValidatingWebhookConfiguration',
          { webhooks: [{ clientConfig: { service: { name: 'x', namespace: 'shop' } } }] },
          undefined,
        ),
    ],
    [
      'an APIService',
      'v1',
      'Service',
      () =>
        elsewhere(
          'apiregistration.k8s.io/v1',
          'APIService',
          { spec: { service: { name: 'x', namespace: 'shop' } } },
          undefined,
        ),
    ],
  ])('Q16 by %s', async (_what, apiVersion, of, use) => {
    cluster.apply(applied(apiVersion, of, 'x', shop));
    expect(candidates(await plan())).toEqual([`/${of}/shop/x`]);
    use();
    expect(verdictOf(await plan(), `/${of}/shop/x`)).toMatch(/^keep: used by [A-Z]\w+ (blog\/)?user/);
  });

  test('Q16 but not by one that names an object of its own namespace', async () => {
    cluster.apply(applied('v1', 'ServiceAccount', 'x', shop));
    elsewhere('v1', 'Pod', { spec: { serviceAccountName: 'x' } });
    expect(candidates(await plan())).toEqual(['/ServiceAccount/shop/x']);
  });
});

describe('a kind that may not be listed leaves open', () => {
  beforeEach(() => {
    cluster.apply(applied(`${RBAC}/v1`, 'ClusterRole', 'x'));
    cluster.apply(applied('networking.k8s.io/v1', 'IngressClass', 'x'));
    cluster.apply(applied('v1', 'ServiceAccount', 'x', shop));
    cluster.apply(applied('v1', 'ConfigMap', 'x', shop));
  });
  const ids = [
    '/ConfigMap/shop/x',
    '/ServiceAccount/shop/x',
    'networking.k8s.io/IngressClass//x',
    `${RBAC}/ClusterRole//x`,
  ];

  test.each([
    ['clusterrolebindings', ids.slice(1)],
    ['clusterroles', ids.slice(0, 3)],
    ['priorityclasses', ids.slice(2)],
    ['rolebindings', ids],
    ['ingresses', ids],
    ['pods', ids],
  ])('Q7 Q16 %s: exactly the objects that they can name, or whose deletion could end them', async (resource, open) => {
    cluster.switches.denied.add(resource);
    const document = await plan();
    const unknown = ids.filter((id) => verdictOf(document, id).startsWith('unknown: '));
    expect(unknown).toEqual(open);
    for (const id of open) expect(verdictOf(document, id)).toContain(`\`list ${resource}`);
  });

  test('Q5 Q16 metrics that do not answer: nothing, because they name no object', async () => {
    cluster.switches.stale.add('metrics.k8s.io');
    expect(candidates(await plan())).toEqual(ids);
  });

  test('Q7 Q16 the content of a definition of a kind: the definition alone', async () => {
    cluster.kinds.push(kind('shop.example.com', 'Basket', 'baskets', true));
    cluster.apply(applied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'baskets.shop.example.com'));
    const id = 'apiextensions.k8s.io/CustomResourceDefinition//baskets.shop.example.com';
    expect(candidates(await plan())).toContain(id);
    cluster.switches.denied.add('baskets');
    expect(verdictOf(await plan(), id)).toMatch(/^unknown: .*`list baskets/);
  });
});

test('Q16 the possible users of many objects in many namespaces are listed once', async () => {
  for (const namespace of ['a', 'b', 'c', 'd']) cluster.apply(applied('v1', 'ConfigMap', 'x', { namespace }));
  expect(candidates(await plan())).toHaveLength(4);
  const lists = cluster.requests.map(({ url: path }) => path).filter((path) => /\/pods\?limit/.test(path));
  const each = ['/api/v1/pods?limit=500', '/apis/metrics.k8s.io/v1/pods?limit=500'];
  // Their users, and the metadata of what goes with them.
  expect(lists.filter((path) => !path.includes('labelSelector')).toSorted()).toEqual([...each, ...each].toSorted());
});

test('Q7 Q16 what only the `resourceNames` of a ClusterRole name is unknown where these may not be listed', async () => {
  const id = '/ConfigMap/shop/flags';
  const rules = [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['flags'], verbs: ['get'] }];
  cluster.apply(applied('v1', 'ConfigMap', 'flags', shop));
  cluster.apply({ apiVersion: `${RBAC}/v1`, kind: 'ClusterRole', metadata: { name: 'reads-flags' }, rules } as never);
  expect(verdictOf(await plan(), id)).toMatch(/^keep: /);
  cluster.switches.denied.add('clusterroles');
  expect(verdictOf(await plan(), id)).toMatch(/^unknown: /);
});
