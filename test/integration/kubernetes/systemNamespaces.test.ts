/** Namespaces that Holystone never deletes, whatever their labels are and whatever the entry names. */
import { afterEach, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();
afterEach(async () => {
  delete process.env.POD_NAMESPACE;
});

const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const WITH_DATA = AS_WRITTEN.replace('source:', 'dataKinds: [Namespace], source:');
const plan = () => planned(cluster.url, files, WITH_DATA);

test.each(['default', 'kube-system', 'kube-public', 'kube-node-lease'])(
  'Q14 Q15 the namespace %s is kept, also where `dataKinds` names Namespace',
  async (name) => {
    const uid = name === 'kube-system' ? { uid: cluster.uid } : {};
    cluster.apply(applied('v1', 'Namespace', name, uid));
    cluster.apply(applied('v1', 'Namespace', 'left'));
    const planned = await plan();
    expect(verdictOf(planned, `/Namespace//${name}`)).toContain(`the namespace ${name} is a part of Kubernetes`);
    expect(candidates(planned)).toEqual(['/Namespace//left']);
  },
);

test.each(['kube-system', 'kube-public', 'kube-node-lease'])(
  'Q14 an object in the namespace %s is kept',
  async (namespace) => {
    cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace }));
    expect(verdictOf(await plan(), `/ConfigMap/${namespace}/old`)).toContain(`in the namespace ${namespace}`);
  },
);

test('Q14 an object in the namespace default is judged like any other', async () => {
  cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'default' }));
  expect(candidates(await plan())).toEqual(['/ConfigMap/default/old']);
});

test('Q14 the namespace in which Holystone runs is kept; an object of another kind with that name is not', async () => {
  cluster.apply(applied('v1', 'Namespace', 'janitor'));
  cluster.apply(applied('v1', 'ConfigMap', 'janitor', { namespace: 'shop' }));
  expect(candidates(await plan())).toContain('/Namespace//janitor');
  process.env.POD_NAMESPACE = 'janitor';
  const inPod = await plan();
  expect(verdictOf(inPod, '/Namespace//janitor')).toContain('Holystone itself runs in the namespace janitor');
  expect(candidates(inPod)).toEqual(['/ConfigMap/shop/janitor']);
});
