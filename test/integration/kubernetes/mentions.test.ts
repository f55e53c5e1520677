/** Plans where objects are named in fields that nobody foresaw, and where one name belongs to objects of many kinds. */
import { beforeEach, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, type Planned, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();
beforeEach(async () => {
  const kind = (group: string, name: string, resource: string, namespaced = true) =>
    cluster.kinds.push({ group, version: 'v1', kind: name, resource, namespaced });
  kind('shop.example.com', 'Basket', 'baskets');
  kind('shop.example.com', 'Shelf', 'shelves', false);
  kind('mesh.example.com', 'Route', 'routes');
  kind('mesh.example.com', 'Filter', 'filters');
  kind('autoscaling', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers');
});

const shop = { namespace: 'shop' };
const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const plan = (text = AS_WRITTEN): Promise<Planned> => planned(cluster.url, files, text);
const stranger = (apiVersion: string, kind: string, name: string, more: object, metadata: object = shop) =>
  cluster.apply({ apiVersion, kind, metadata: { name, ...metadata }, ...more });
const basket = (name: string, spec: object, metadata: object = shop) =>
  stranger('shop.example.com/v1', 'Basket', name, { spec }, metadata);

test('Q25 Q16 an object that a custom resource names without a kind is used by it; the one that nothing names is not', async () => {
  const used: readonly (readonly [string, string, () => unknown])[] = [
    ['v1', 'Service', () => basket('u1', { mirrors: [{ name: 'n1', weight: 1 }] })],
    ['v1', 'Service', () => basket('u2', { host: 'n2.shop' })],
    ['v1', 'ConfigMap', () => basket('u3', {}, { ...shop, annotations: { 'shop.example.com/x': '{"a":["n3"]}' } })],
    ['mesh.example.com/v1', 'Filter', () => basket('u4', { chain: ['first', 'n4'] })],
    ['shop.example.com/v1', 'Shelf', () => basket('u5', { rack: 'n5' })],
    ['v1', 'ConfigMap', () => basket('u6', { targetNamespace: 'shop', values: 'a: n6\n' }, { namespace: 'flows' })],
    ['v1', 'ConfigMap', () => stranger('shop.example.com/v1', 'Shelf', 'u7', { spec: { at: 'n7' } }, {})],
    ['apps/v1', 'Deployment', () => basket('u8', { hook: 'kubectl rollout restart deploy/n8' })],
    ['mesh.example.com/v1', 'Filter', () => basket('u9', {}, { ...shop, labels: { 'mesh.example.com/by': 'n9' } })],
  ];
  for (const [index, [apiVersion, kind, use]] of used.entries()) {
    cluster.apply(applied(apiVersion, kind, `n${index + 1}`, kind === 'Shelf' ? {} : shop));
    use();
  }
  cluster.apply(applied('v1', 'Service', 'free', shop));
  const found = await plan();
  expect(candidates(found)).toEqual(['/Service/shop/free']);
  expect(verdictOf(found, '/Service/shop/n1')).toBe('keep: used by Basket shop/u1');
});

test('Q26 of five objects with one name a user keeps those whose kind it says', async () => {
  for (const kind of ['Service', 'ServiceAccount', 'ConfigMap']) cluster.apply(applied('v1', kind, 'web', shop));
  cluster.apply(applied('mesh.example.com/v1', 'Filter', 'web', shop));
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  basket(
    'user',
    { stableService: 'web', podLabels: { app: 'web' }, selector: { app: 'web' } },
    { ...shop, labels: { app: 'web' } },
  );
  const left = ['/ConfigMap', '/ServiceAccount', 'apps/Deployment', 'mesh.example.com/Filter'];
  expect(candidates(await plan())).toEqual(left.map((one) => `${one}/shop/web`));
});

test('Q25 law 7 objects that only name each other: one goes after its user, and those in a circle stay', async () => {
  cluster.apply({ ...applied('shop.example.com/v1', 'Basket', 'first', shop), spec: { next: 'second' } });
  cluster.apply(applied('mesh.example.com/v1', 'Filter', 'second', shop));
  cluster.apply({ ...applied('shop.example.com/v1', 'Basket', 'round', shop), spec: { next: 'about' } });
  cluster.apply({ ...applied('mesh.example.com/v1', 'Filter', 'about', shop), spec: { next: 'round' } });
  const found = await plan();
  expect(candidates(found)).toEqual(['shop.example.com/Basket/shop/first']);
  expect(verdictOf(found, 'mesh.example.com/Filter/shop/second')).toMatch(/^held: .*after Basket shop\/first/);
  expect(verdictOf(found, 'mesh.example.com/Filter/shop/about')).toMatch(/^keep: /);
});

test('Q25 an object is not used by what it owns, and a workload that says its name keeps no autoscaler', async () => {
  const env = [{ name: 'APP', value: 'web' }];
  const spec = { template: { spec: { containers: [{ name: 'web', env }] } } };
  const web = cluster.apply({ ...applied('apps/v1', 'Deployment', 'web', shop), spec });
  const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: web.metadata.uid }];
  stranger('apps/v1', 'ReplicaSet', 'web-1', { spec }, { ...shop, ownerReferences });
  cluster.apply({
    ...applied('autoscaling/v1', 'HorizontalPodAutoscaler', 'web', shop),
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' } },
  });
  const found = await plan();
  expect(candidates(found)).toEqual(['autoscaling/HorizontalPodAutoscaler/shop/web']);
  expect(verdictOf(found, 'apps/Deployment/shop/web')).toMatch(/^held: .*after HorizontalPodAutoscaler shop\/web/);
});
