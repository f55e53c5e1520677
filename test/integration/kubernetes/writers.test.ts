/** Objects with the labels of an environment that its tool never wrote. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();

const shop = { namespace: 'shop' };
const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const by = (...managers: readonly string[]) => ({
  managedFields: managers.map((manager) => ({ manager, operation: 'Update', fieldsType: 'FieldsV1', fieldsV1: {} })),
});
const lastApplied = (name: string) => ({
  'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name, namespace: 'shop', annotations: {} },
  }),
});
const owned = (ownership: string) => AS_WRITTEN.replace('ownership: qbec', `ownership: ${ownership}`);

test('Q29 qbec: an operator that copies labels and annotations to what it makes does not put it into the environment', async () => {
  const map = (name: string, more: object) => cluster.apply(applied('v1', 'ConfigMap', name, { ...shop, ...more }));
  map('by-qbec', by('qbec'));
  map('by-qbec-and-others', by('kube-controller-manager', 'qbec', 'kubectl-edit'));
  map('applied-by-hand', { ...by('kubectl-client-side-apply'), annotations: lastApplied('applied-by-hand') });
  map('without-writers', { managedFields: [], annotations: { 'qbec.io/component': 'web' } });
  map('by-operator', by('basket-operator'));
  map('copied-annotations', {
    ...by('basket-operator'),
    annotations: { 'qbec.io/component': 'web', ...lastApplied('kept') },
  });
  const elsewhere = { namespace: 'blog', annotations: lastApplied('copied-elsewhere') };
  map('copied-elsewhere', { ...by('replicator'), ...elsewhere });
  map('debug-copy', by('kubectl-debug'));
  map('of-nobody', { managedFields: [] });
  map('kept-by-a-person', by('holystone', 'holystone-put-back'));
  const plan = await planned(cluster.url, files);
  expect(candidates(plan)).toEqual(
    ['applied-by-hand', 'by-qbec', 'by-qbec-and-others', 'without-writers'].map((name) => `/ConfigMap/shop/${name}`),
  );
  expect(verdictOf(plan, '/ConfigMap/shop/by-operator')).toBe(
    'keep: used by its writer basket-operator: qbec never wrote it, and its labels are copies',
  );
  expect(verdictOf(plan, '/ConfigMap/shop/of-nobody')).toContain('used by its writer, which nothing shows');
});

test('Q29 ApplySet: what kubectl applied belongs to it, what an operator made does not', async () => {
  const id = `applyset-${createHash('sha256').update('prod.shop.Secret.').digest('base64url')}-v1`;
  const labels = { 'applyset.kubernetes.io/part-of': id };
  const member = (name: string, ...managers: readonly string[]) =>
    cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...shop, labels, ...by(...managers) } });
  member('old', 'kubectl');
  member('made', 'redis-operator');
  member('edited', 'kubectl-edit');
  const plan = await planned(cluster.url, files, owned('applyset'));
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
});

const labels = { team: 'shop', stage: 'prod' };
const SELECTOR = '{ selector: "team={application},stage={environment}" }';
const map = (name: string, more: object) =>
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...shop, labels, ...more } });

test('Q29 a selector: the writers of the labels of the objects in source apply the environment, no controller that touched them', async () => {
  const entry = (manager: string, fieldsV1: object) => ({
    manager,
    operation: 'Update',
    fieldsType: 'FieldsV1',
    fieldsV1,
  });
  const ofLabels = { 'f:metadata': { 'f:labels': { 'f:team': {} } } };
  map('kept', { managedFields: [entry('deployer', ofLabels), entry('basket-operator', { 'f:data': {} })] });
  map('old', by('deployer'));
  map('made', by('basket-operator'));
  map('by-kubectl', by('kubectl-client-side-apply'));
  expect(candidates(await planned(cluster.url, files, owned(SELECTOR)))).toEqual(['/ConfigMap/shop/old']);
});

test('Q29 a selector: while no object of source shows a writer, only what kubectl applied belongs', async () => {
  map('old', by('kubectl-client-side-apply'));
  map('made', by('basket-operator'));
  map('debug-copy', by('kubectl-debug'));
  expect(candidates(await planned(cluster.url, files, owned(SELECTOR)))).toEqual(['/ConfigMap/shop/old']);
});
