/** Names in an entry of `object` that a cluster does not have: nothing found looks like nothing to do. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, clusterForEach, type Planned, planned } from './fixture.ts';

const cluster = clusterForEach();

const shop = { namespace: 'shop' };
const WEB = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\n';
const FILES = { 'rendered/web.yaml': WEB };
const APPLYSET = AS_WRITTEN.replace('ownership: qbec', 'ownership: applyset').replace('shop/prod', 'shop/web');

function told({ code, document }: Planned) {
  const [{ status, problem } = { status: undefined, problem: undefined }] = document.namespaces;
  return { code, status, problem };
}

/** As `kubectl apply --applyset` makes it. */
function applySetId(kind: string): string {
  return `applyset-${createHash('sha256').update(`web.shop.${kind}.`).digest('base64url')}-v1`;
}

test('P19 a misspelt environment is a problem of the plan, which says how much its source declares', async () => {
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  const plan = await planned(cluster.url, FILES, AS_WRITTEN.replace('shop/prod', 'shop/prdo'));
  expect(told(plan)).toEqual({
    code: 3,
    status: 'incomplete',
    problem: expect.stringMatching(/no object has the labels .*environment=prdo.* and its source declares 1 object:/),
  });
});

test('P19 an environment with objects is no problem, though none of them may go', async () => {
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  expect(told(await planned(cluster.url, FILES))).toEqual({ code: 0, status: 'complete', problem: null });
});

test('P19 an environment without objects whose source cannot be read says both', async () => {
  expect(told(await planned(cluster.url, {}))).toMatchObject({
    status: 'incomplete',
    problem: expect.stringMatching(/no object has the labels .*its source cannot be read \(.*ENOENT/),
  });
});

test.each([
  ['of another kind', 'ConfigMap'],
  ['that is a custom resource', 'AppSet'],
])('P19 the members of an ApplySet with a parent %s are not found, and the plan says why', async (_what, kind) => {
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', ...shop } });
  const labels = { 'applyset.kubernetes.io/part-of': applySetId(kind) };
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'member', ...shop, labels } });
  expect(told(await planned(cluster.url, FILES, APPLYSET))).toMatchObject({
    code: 3,
    problem: expect.stringContaining('there is no Secret shop/web; an ApplySet whose parent is of another kind'),
  });
});

test('P19 a member of an ApplySet with a parent Secret is found', async () => {
  const labels = { 'applyset.kubernetes.io/part-of': applySetId('Secret') };
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'member', ...shop, labels } });
  expect(told(await planned(cluster.url, FILES, APPLYSET))).toEqual({ code: 0, status: 'complete', problem: null });
});

test.each([
  ['kinds: [Deploymnt]', 'no kind Deploymnt, which `kinds` names'],
  ['kinds: [Deployment.app]', 'no kind Deployment.app, which `kinds` names'],
  ['dataKinds: [PersistentVolumeClaims]', 'no kind PersistentVolumeClaims, which `dataKinds` names'],
  ['propagation: { Jobs: orphan }', 'no kind Jobs, which `propagation` names'],
  ['components: [wbe]', 'no object is in the component wbe, which `components` names'],
])('P19 %s finds nothing, and the plan says so', async (keys, why) => {
  const annotations = { 'qbec.io/component': 'web' };
  cluster.apply(applied('apps/v1', 'Deployment', 'web', { ...shop, annotations }));
  const plan = await planned(cluster.url, FILES, AS_WRITTEN.replace('source:', `${keys}, source:`));
  expect(told(plan)).toMatchObject({ code: 3, status: 'incomplete', problem: expect.stringContaining(why) });
});

test('P19 a component that one of two environments has is no problem', async () => {
  const annotations = { 'qbec.io/component': 'web' };
  cluster.apply(applied('apps/v1', 'Deployment', 'web', { ...shop, annotations }));
  const dev = { 'qbec.io/application': 'shop', 'qbec.io/environment': 'dev' };
  cluster.apply(applied('apps/v1', 'Deployment', 'other', { ...shop, labels: dev }));
  const text = AS_WRITTEN.replace('[shop/prod]', '[shop/prod, shop/dev]').replace(
    'source:',
    'components: [web], source:',
  );
  const { document } = await planned(cluster.url, FILES, text);
  expect(document.namespaces.map(({ problem }) => problem)).toEqual([null, null]);
});
