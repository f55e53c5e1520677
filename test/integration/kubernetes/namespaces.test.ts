/** Lists in each namespace, where a user may not list the whole cluster; the memory of namespaces is in a real Redis. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { ReadError } from '../../../src/core/common/errors.ts';
import { learntBy, stateForAll } from '../state/support.ts';
import { Objects } from './deleting.ts';
import { applied, kubeconfig } from './fixture.ts';

const state = stateForAll();
let cluster: SandboxCluster;
let objects: Objects;
let folder: string;
beforeEach(async () => {
  await state.redis.flush();
  folder = await mkdtemp(join(tmpdir(), 'holystone-namespaces-'));
  cluster = new SandboxCluster({ users: new Map([['of-reader', 'reader']]) });
  const access = kubeconfig(await cluster.listen(), { token: 'of-reader' });
  objects = new Objects(access, { source: { file: join(folder, 'source.yaml') } });
  for (const namespace of ['shop', 'old', 'other']) {
    cluster.apply(applied('v1', 'ConfigMap', 'map', { namespace }));
    if (namespace !== 'other') mayReadIn(namespace);
  }
});
afterEach(async () => {
  objects.close();
  await cluster.close();
  await rm(folder, { recursive: true, force: true });
});

function mayReadIn(namespace: string): void {
  const api = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'reader', namespace } };
  cluster.apply({ ...api, kind: 'Role', rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }] });
  const roleRef = { kind: 'Role', name: 'reader' };
  cluster.apply({ ...api, kind: 'RoleBinding', roleRef, subjects: [{ kind: 'User', name: 'reader' }] });
}

const sourceNames = (...namespaces: readonly string[]) =>
  writeFile(
    join(folder, 'source.yaml'),
    namespaces
      .map((namespace) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: map, namespace: ${namespace} }\n`)
      .join('---\n'),
  );

/** By an instance that has just started. */
async function listed(): Promise<readonly string[]> {
  const ids: string[] = [];
  const session = objects.session({ learnt: learntBy(state) });
  for await (const page of session.list()) ids.push(...page.map(({ id }) => id));
  return ids;
}

test('Q7 where a list of the whole cluster is denied, each namespace of source is listed', async () => {
  await sourceNames('shop');
  expect(await listed()).toEqual(['/ConfigMap/shop/map']);
});

test('Q6 a namespace that was once in source is still listed, also by another instance', async () => {
  await sourceNames('shop', 'old');
  await listed();
  await sourceNames('shop');
  expect(await listed()).toEqual(['/ConfigMap/old/map', '/ConfigMap/shop/map']);
});

test('Q6 a damaged record of namespaces makes one listing unknown, and is forgotten', async () => {
  await sourceNames('shop');
  await learntBy(state).put('kubernetes/prod/shop/prod/namespaces', '["old"', 60_000);
  await expect(listed()).rejects.toThrow(ReadError);
  expect(await listed()).toEqual(['/ConfigMap/shop/map']);
});

test('Q6 a namespace in which objects were seen by a list of the whole cluster is remembered too', async () => {
  await sourceNames('shop');
  cluster.switches.users = undefined;
  expect(await listed()).toHaveLength(3);
  cluster.switches.users = new Map([['of-reader', 'reader']]);
  expect(await listed()).toEqual(['/ConfigMap/old/map', '/ConfigMap/shop/map']);
});

test('Q7 a namespace in which the kind may not be listed either is left out; the others go on', async () => {
  await sourceNames('other', 'shop');
  expect(await listed()).toEqual(['/ConfigMap/shop/map']);
});
