/** Hidden uses of an object: by objects that go with it, by its controller, by kinds that are not served now. */
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import type { SandboxKind } from '../../../sandbox/kubernetes/kinds.ts';
import { ReadError } from '../../../src/core/common/errors.ts';
import { discover } from '../../../src/handlers/kubernetes/calls/discovery.ts';
import type { SourceParameters } from '../../../src/handlers/kubernetes/source/parameters.ts';
import { readSource } from '../../../src/handlers/kubernetes/source/readSource.ts';
import { learntBy, stateForAll } from '../state/support.ts';
import { Objects } from './deleting.ts';
import { AS_WRITTEN, applied, candidates, clusterForEach, kubeconfig, planned, verdictOf } from './fixture.ts';

const run = promisify(execFile);
const cluster = clusterForEach();

const shop = { namespace: 'shop' };
const BASKET = { group: 'shop.example.com', version: 'v1', kind: 'Basket', resource: 'baskets', namespaced: true };
const files = {
  'rendered/all.yaml': [
    'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: declared, namespace: shop }\n',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\n',
  ].join('---\n'),
};
const owned = (by: { readonly metadata: { readonly uid?: string; readonly name: string } }, more: object = {}) => ({
  ...shop,
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: by.metadata.name, uid: by.metadata.uid, ...more }],
});

test('Q16 law 7 an object stays while something uses, keeps or declares an object that garbage collection would end with it', async () => {
  const owner = (name: string) => cluster.apply(applied('v1', 'ConfigMap', name, shop));
  const child = (kind: string, name: string, by: ReturnType<typeof owner>, more: object = {}) =>
    cluster.apply({ apiVersion: 'v1', kind, metadata: { name, ...owned(by), ...more } });
  child('ConfigMap', 'mounted', owner('of-used'));
  cluster.apply({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'living', ...shop } },
    spec: { volumes: [{ configMap: { name: 'mounted' } }] },
  });
  const middle = child('Service', 'middle', owner('of-kept'));
  child('ConfigMap', 'below', middle, { annotations: { 'holystone/keep': 'always' } });
  child('ConfigMap', 'declared', owner('of-declared'));
  child('ConfigMap', 'plain', owner('of-nothing'));
  const plan = await planned(cluster.url, files);
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/of-nothing']);
  expect(verdictOf(plan, '/ConfigMap/shop/of-used')).toContain(
    'Pod shop/living, which uses its ConfigMap shop/mounted',
  );
  expect(verdictOf(plan, '/ConfigMap/shop/of-kept')).toContain(
    'its ConfigMap shop/below: its annotation holystone/keep',
  );
  expect(verdictOf(plan, '/ConfigMap/shop/of-declared')).toContain('its ConfigMap shop/declared: source all.yaml:1');
  const orphan = AS_WRITTEN.replace('source:', 'propagation: { ConfigMap: orphan }, source:');
  expect(candidates(await planned(cluster.url, files, orphan))).toHaveLength(4);
});

test.each(['PersistentVolumeClaim', 'Secret'])(
  'Q16 law 7 an object stays while garbage collection would end a %s with it, unless `dataKinds` names that kind',
  async (kind) => {
    const owner = cluster.apply(applied('v1', 'ConfigMap', 'owner', shop));
    const middle = cluster.apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'middle', ...owned(owner) } });
    cluster.apply({ apiVersion: 'v1', kind, metadata: { name: 'data', ...owned(middle) } });
    const plan = await planned(cluster.url, files);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/ConfigMap/shop/owner')).toContain(`its ${kind} shop/data: it is a ${kind}`);
    const more = AS_WRITTEN.replace('source:', `dataKinds: [${kind}], source:`);
    expect(candidates(await planned(cluster.url, files, more))).toEqual(['/ConfigMap/shop/owner']);
  },
);

test('Q16 the uses of an object with another living owner do not keep its first owner', async () => {
  const [one, two] = ['one', 'two'].map((name) => cluster.apply(applied('v1', 'ConfigMap', name, shop)));
  const ownerReferences = [one, two].map((by) => owned(by as NonNullable<typeof by>).ownerReferences[0]);
  const metadata = { name: 'both', ...shop, ownerReferences, annotations: { 'holystone/keep': 'always' } };
  cluster.apply({ apiVersion: 'v1', kind: 'Secret', metadata });
  expect(candidates(await planned(cluster.url, files))).toEqual(['/ConfigMap/shop/one', '/ConfigMap/shop/two']);
});

test.each(['one that stays', 'one that may not be listed', 'one below that'])(
  'Q16 law 1 what goes with an object is used by one that has two owners, the object and %s',
  async (which) => {
    const owner = (kind: string, name: string) => cluster.apply(applied('v1', kind, name, shop));
    const [old, hidden] = [owner('ConfigMap', 'old'), owner('Secret', 'hidden')];
    const child = (kind: string, name: string, owners: readonly (typeof old)[], more: object = {}) =>
      cluster.apply({
        ...{ apiVersion: 'v1', kind, ...more },
        metadata: { name, ...shop, ownerReferences: owners.flatMap((by) => owned(by).ownerReferences) },
      });
    child('ConfigMap', 'mounted', [old]);
    const second = {
      'one that stays': () => owner('ConfigMap', 'other'),
      'one that may not be listed': () => hidden,
      'one below that': () => child('ConfigMap', 'middle', [hidden]),
    }[which];
    if (!second) throw new Error(which);
    child('Pod', 'user', [old, second()], { spec: { volumes: [{ configMap: { name: 'mounted' } }] } });
    cluster.switches.denied.add('secrets');
    const verdict = verdictOf(await planned(cluster.url, files), '/ConfigMap/shop/old');
    expect(verdict).toContain('Pod shop/user, which uses its ConfigMap shop/mounted');
    expect(verdict).not.toMatch(/^candidate/);
  },
);

test('Q16 law 1 with `propagation: orphan` what it owns stays, and is a user of it', async () => {
  const old = cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  const spec = { volumes: [{ configMap: { name: 'old' } }] };
  cluster.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'user', ...shop, ...owned(old) }, spec });
  expect(candidates(await planned(cluster.url, files))).toEqual(['/ConfigMap/shop/old']);
  const orphan = AS_WRITTEN.replace('source:', 'propagation: { ConfigMap: orphan }, source:');
  expect(verdictOf(await planned(cluster.url, files, orphan), '/ConfigMap/shop/old')).toMatch(
    /^keep: .*Pod shop\/user/,
  );
});

test('Q16 Q22 a custom resource may own Secrets: while they may not be listed, it is unknown; others are not', async () => {
  cluster.kinds.push(BASKET);
  cluster.apply(applied('shop.example.com/v1', 'Basket', 'old', shop));
  cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  cluster.switches.denied.add('secrets');
  const plan = await planned(cluster.url, files);
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  expect(verdictOf(plan, 'shop.example.com/Basket/shop/old')).toMatch(/^unknown: .*`list secrets` is denied/);
});

test('Q9 Q10 with `owned: judge` a living controller still keeps the objects it makes; another owner does not', async () => {
  const judge = AS_WRITTEN.replace('source:', 'owned: judge, source:');
  const set = cluster.apply({ apiVersion: 'apps/v1', kind: 'ReplicaSet', metadata: { name: 'web-5d8', ...shop } });
  const by = (uid: string | undefined, controller: boolean) => ({
    ...shop,
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-5d8', uid: uid ?? '', controller }],
  });
  cluster.apply(applied('v1', 'Pod', 'made', by(set.metadata.uid, true)));
  cluster.apply(applied('v1', 'ConfigMap', 'attached', by(set.metadata.uid, false)));
  cluster.apply(applied('v1', 'ConfigMap', 'left', by('of-an-earlier-one', true)));
  const plan = await planned(cluster.url, files, judge);
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/attached', '/ConfigMap/shop/left']);
  expect(verdictOf(plan, '/Pod/shop/made')).toContain('used by its controller ReplicaSet shop/web-5d8');
});

test('Q13 an object that another tool applied is kept; its own tool, and who applied nothing, keep none', async () => {
  const by = (manager: string, operation: string, days: number) => ({
    ...shop,
    managedFields: [
      { manager: 'qbec', operation: 'Update' },
      { manager, operation, time: new Date(Date.now() - days * 86_400_000).toISOString() },
    ],
  });
  cluster.apply(applied('v1', 'ConfigMap', 'other', by('platform', 'Apply', 3)));
  cluster.apply(applied('v1', 'ConfigMap', 'argo', by('argocd-controller', 'Update', 3)));
  cluster.apply(applied('v1', 'ConfigMap', 'long-ago', by('platform', 'Apply', 90)));
  cluster.apply(applied('v1', 'ConfigMap', 'controller', by('kube-controller-manager', 'Update', 3)));
  cluster.apply(applied('v1', 'ConfigMap', 'own', by('qbec', 'Apply', 3)));
  const plan = await planned(cluster.url, files, AS_WRITTEN.replace('source:', 'unusedFor: 30d, source:'));
  expect(candidates(plan)).toEqual(['controller', 'own'].map((name) => `/ConfigMap/shop/${name}`));
  expect(verdictOf(plan, '/ConfigMap/shop/other')).toContain('platform, which applied it');
  expect(verdictOf(plan, '/ConfigMap/shop/long-ago')).toContain('platform, which applied it');
});

test('Q24 two served versions of one kind are one listing', async () => {
  cluster.kinds.push(BASKET, { ...BASKET, version: 'v1alpha1' });
  cluster.apply(applied('shop.example.com/v1', 'Basket', 'old', shop));
  expect(candidates(await planned(cluster.url, files))).toEqual(['shop.example.com/Basket/shop/old']);
  expect(cluster.requests.some(({ url: path }) => path.includes('v1alpha1/'))).toBe(false);
});

const state = stateForAll();

test('Q3 an archive older than one that was read before proves nothing', async () => {
  await state.redis.flush();
  const folder = await mkdtemp(join(tmpdir(), 'holystone-revision-'));
  try {
    const archived = async (name: string, day: string) => {
      await writeFile(join(folder, 'all.yaml'), files['rendered/all.yaml']);
      await run('tar', ['-czf', join(folder, name), '--mtime', day, '-C', folder, 'all.yaml']);
    };
    await archived('new.tar.gz', '2026-02-02');
    await archived('old.tar.gz', '2026-01-01');
    const archive = join(folder, 'source.tar.gz');
    const objects = new Objects(kubeconfig(cluster.url));
    const read = async (name: string) => {
      await copyFile(join(folder, name), archive);
      return objects.within(
        (target) =>
          discover(target).then((discovered) =>
            readSource({ source: { archive }, allowEmpty: false } as SourceParameters, {
              ...{ target, location: 'shop/prod', discovered },
            }),
          ),
        { learnt: learntBy(state) },
      );
    };
    expect(await read('old.tar.gz')).toHaveLength(2);
    expect(await read('new.tar.gz')).toHaveLength(2);
    await expect(read('old.tar.gz')).rejects.toThrow('this revision is of 2026-01-01');
    expect(await read('new.tar.gz')).toHaveLength(2);
    objects.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('Q5 Q6 a kind that was served before and is not now is not absent, until its definition is proven gone', async () => {
  await state.redis.flush();
  const definition = applied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'baskets.shop.example.com');
  cluster.apply(definition);
  cluster.kinds.push(BASKET as SandboxKind);
  const objects = new Objects(kubeconfig(cluster.url));
  try {
    const unread = () => objects.within((target) => discover(target), { learnt: learntBy(state) });
    expect([...(await unread()).unread]).toEqual([]);
    cluster.kinds.pop();
    expect([...(await unread()).unread.keys()]).toEqual(['shop.example.com']);
    expect((await unread()).unread.get('shop.example.com')).toContain('served Basket.shop.example.com before');
    cluster.remove(definition.apiVersion, definition.kind, undefined, definition.metadata.name);
    expect([...(await unread()).unread]).toEqual([]);
  } finally {
    objects.close();
  }
});

test.each(['[["v1"', '{}', '[["", "v1"]]'])(
  'Q5 a damaged record of the kinds that were served makes one read unknown, and is forgotten: %s',
  async (damaged) => {
    await state.redis.flush();
    const objects = new Objects(kubeconfig(cluster.url));
    const learnt = learntBy(state);
    const discovered = () => objects.within((target) => discover(target), { learnt });
    try {
      await learnt.put('kubernetes/prod/kinds', damaged, 60_000);
      await expect(discovered()).rejects.toThrow(ReadError);
      expect((await discovered()).kinds).not.toEqual([]);
    } finally {
      objects.close();
    }
  },
);
