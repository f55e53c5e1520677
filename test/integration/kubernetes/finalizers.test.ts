/** Objects whose deletion ends more than themselves: what a finalizer says, and snapshots of volumes. */
import { describe, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, rows, verdictOf } from './fixture.ts';

const cluster = clusterForEach();
const files = { 'rendered/all.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };

function apply(group: string, kind: string, finalizers: string[], more: object = {}): string {
  cluster.kinds.push({ group, version: 'v1', kind, resource: `${kind.toLowerCase()}s`, namespaced: true });
  const object = applied(`${group}/v1`, kind, 'orders', { namespace: 'shop', finalizers, ...more });
  cluster.apply({ ...object, spec: {} });
  return `${group}/${kind}/shop/orders`;
}

describe('Q30 an object that nothing else uses and that is not in source stays', () => {
  test.each([
    ['snapshot.storage.k8s.io', 'VolumeSnapshot', ''],
    ['dynamodb.aws.upbound.io', 'Table', 'finalizer.managedresource.crossplane.io'],
    ['dynamodb.services.k8s.aws', 'Table', 'finalizers.dynamodb.services.k8s.aws/Table'],
    ['sql.cnrm.cloud.google.com', 'SQLInstance', 'cnrm.cloud.google.com/finalizer'],
    ['kafka.strimzi.io', 'KafkaTopic', 'strimzi.io/topic-operator'],
    ['argoproj.io', 'Application', 'resources-finalizer.argocd.argoproj.io'],
    ['helm.toolkit.fluxcd.io', 'HelmRelease', 'finalizers.fluxcd.io'],
    ['cluster.x-k8s.io', 'Cluster', 'cluster.cluster.x-k8s.io'],
  ])('%s %s', async (group, kind, finalizer) => {
    const id = apply(group, kind, finalizer === '' ? [] : [finalizer]);
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, id)).toMatch(/only `dataKinds` allows its deletion/);
  });

  test('also where it would go with the object that owns it', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'parent', { namespace: 'shop', uid: 'parent-uid' }));
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'parent', uid: 'parent-uid' };
    apply('kafka.strimzi.io', 'KafkaTopic', ['strimzi.io/topic-operator'], { ownerReferences: [owner] });
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/ConfigMap/shop/parent')).toMatch(/its finalizer strimzi.io\/topic-operator/);
  });
});

describe('Q30 it goes', () => {
  test.each([
    [
      'where the entry names its kind',
      'kafka.strimzi.io',
      'KafkaTopic',
      'strimzi.io/topic-operator',
      '[KafkaTopic.kafka.strimzi.io]',
    ],
    ['with a finalizer of garbage collection', 'kafka.strimzi.io', 'KafkaTopic', 'foregroundDeletion', '[]'],
    ['without any finalizer', 'kafka.strimzi.io', 'KafkaTopic', '', '[]'],
  ])('%s', async (_what, group, kind, finalizer, dataKinds) => {
    const id = apply(group, kind, finalizer === '' ? [] : [finalizer]);
    const entry = AS_WRITTEN.replace('source:', `dataKinds: ${dataKinds}, source:`);
    expect(candidates(await planned(cluster.url, files, entry))).toEqual([id]);
  });

  test('an object of Kubernetes with finalizers of Kubernetes', async () => {
    const finalizers = ['kubernetes.io/pvc-protection', 'batch.kubernetes.io/job-tracking', 'orphan'];
    cluster.apply(applied('batch/v1', 'Job', 'nightly', { namespace: 'shop', finalizers }));
    expect(candidates(await planned(cluster.url, files))).toEqual(['batch/Job/shop/nightly']);
  });
});

const HOST = 'a1b2c3d4-1234567890.eu-west-1.elb.amazonaws.com';

/** Those that the controllers of clouds write, each for the load balancer that they delete. */
describe.each([
  ['v1', 'Service', 'service.kubernetes.io/load-balancer-cleanup'],
  ['v1', 'Service', 'service.k8s.aws/resources'],
  ['v1', 'Service', 'networking.gke.io/l4-ilb-v2'],
  ['networking.k8s.io/v1', 'Ingress', 'ingress.k8s.aws/resources'],
  ['networking.k8s.io/v1', 'Ingress', 'networking.gke.io/ingress-finalizer-V2'],
])('%s %s with %s', (apiVersion, kind, finalizer) => {
  const balanced = () =>
    cluster.apply({
      ...applied(apiVersion, kind, 'public', { namespace: 'shop', finalizers: [finalizer] }),
      status: { loadBalancer: { ingress: [{ hostname: HOST }, { ip: '192.0.2.7' }] } },
    } as never);

  test('Q30 stays', async () => {
    balanced();
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(JSON.stringify(rows(plan))).toContain(`its finalizer ${finalizer} says that more goes with it`);
  });
});

describe('Q33 one object under two kinds', () => {
  const shop = { namespace: 'shop' };
  const kinds = [
    {
      group: 'authorization.openshift.io',
      version: 'v1',
      kind: 'RoleBinding',
      resource: 'rolebindings',
      namespaced: true,
    },
    { group: 'project.openshift.io', version: 'v1', kind: 'Project', resource: 'projects', namespaced: false },
    { group: 'views.example.com', version: 'v1', kind: 'MapView', resource: 'mapviews', namespaced: true },
  ];
  const twice = (apiVersion: string, kind: string, name: string, other: [string, string], inside: object = {}) => {
    const { metadata } = cluster.apply(applied(apiVersion, kind, name, inside));
    cluster.apply(applied(other[0], other[1], name, { ...inside, uid: metadata.uid ?? '' }));
  };
  const declared = [
    'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: { name: deploy, namespace: shop }\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n',
  ].join('---\n');

  test('OpenShift: what source declares by one name does not go by the other', async () => {
    cluster.kinds.push(...kinds);
    twice('v1', 'Namespace', 'shop', ['project.openshift.io/v1', 'Project']);
    twice(
      'rbac.authorization.k8s.io/v1',
      'RoleBinding',
      'deploy',
      ['authorization.openshift.io/v1', 'RoleBinding'],
      shop,
    );
    expect(candidates(await planned(cluster.url, { 'rendered/all.yaml': declared }))).toEqual([]);
  });

  test('OpenShift: a Project is no way around `dataKinds`', async () => {
    cluster.kinds.push(...kinds);
    twice('v1', 'Namespace', 'old', ['project.openshift.io/v1', 'Project']);
    cluster.apply({ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'data', namespace: 'old' } });
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/Namespace//old')).toMatch(/it is a Namespace: only `dataKinds`/);
  });

  test('one uid under two kinds that nobody knows → both stay', async () => {
    cluster.kinds.push(...kinds);
    twice('v1', 'ConfigMap', 'old', ['views.example.com/v1', 'MapView'], shop);
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('the same object as MapView.views.example.com, too');
    expect(verdictOf(plan, 'views.example.com/MapView/shop/old')).toContain('the same object as ConfigMap, too');
  });
});
