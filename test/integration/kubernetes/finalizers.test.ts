/** Objects whose deletion ends more than themselves: what a finalizer says, and snapshots of volumes. */
import { describe, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, verdictOf } from './fixture.ts';

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

  test('and so does an object of Kubernetes itself, whatever finalizer it has', async () => {
    const finalizers = ['service.kubernetes.io/load-balancer-cleanup'];
    cluster.apply(applied('v1', 'Service', 'web', { namespace: 'shop', finalizers }));
    expect(candidates(await planned(cluster.url, files))).toEqual(['/Service/shop/web']);
  });
});
