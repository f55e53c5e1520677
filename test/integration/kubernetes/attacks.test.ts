/** Attempts to make Holystone delete an object that it must not, a moment before or during the delete pass. */
import { mkdirSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { SandboxCluster, SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import type { World } from '../../support/awsWorld.ts';
import { declared, eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

const MINUTE = 60_000;
const BASKET = { group: 'shop.example.com', version: 'v1', kind: 'Basket', resource: 'baskets', namespaced: true };

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { declare, known, requests, source } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});

const options = (entry = `source: { dir: "${folder}/rendered" }`, account = '') => ({
  known: known(account),
  cleanup: `[{ type: object, live: true, ${entry}, when: [{ rule: notInSource }] }]`,
});
/** Marked, notified, and its time has come; the last survey was a moment ago. */
async function due(given = options()): Promise<void> {
  await world.reset(given);
  await world.pass('mark', OBJECTS);
  await world.notify(OBJECTS);
  await world.watched(15, OBJECTS);
  await world.pass('mark', OBJECTS);
}
const deleted = () => requests().map(({ url }) => url.split('/').at(-1));
const remove = () => world.pass('delete', OBJECTS);
const map = (name: string, more: Parameters<typeof applied>[3] = {}) =>
  cluster.apply(applied('v1', 'ConfigMap', name, { ...shop, ...more }));
const foreign = (apiVersion: string, kind: string, name: string, more: object = {}) =>
  cluster.apply({ apiVersion, kind, metadata: { name, ...shop }, ...more });

test('Q18 nothing attacks an object that is notified and due: it goes', async () => {
  map('old');
  await due();
  await remove();
  expect(deleted()).toEqual(['old']);
});

describe('the source', () => {
  test('Q3 Q23 declares the object again, a minute after a survey and before the delete pass', async () => {
    map('old');
    await due();
    declare('web', 'old');
    world.clock.advance(MINUTE);
    expect(await remove()).toMatchObject({ counts: { deleted: 0, unmarked: 1 } });
    expect(deleted()).toEqual([]);
  });

  test.each<[string, () => void]>([
    ['is empty', () => writeFileSync(source(), '')],
    [
      'ends in the middle of a document',
      () => writeFileSync(source(), `${declared(['web'])}\n---\n{"apiVersion": "v1", "ki`),
    ],
    [
      'is a link to nowhere',
      () => {
        unlinkSync(source());
        symlinkSync(join(folder, 'nowhere.yaml'), source());
      },
    ],
    ['is gone', () => renameSync(join(folder, 'rendered'), join(folder, 'moved'))],
    ['is a link to its own folder', () => symlinkSync(join(folder, 'rendered'), join(folder, 'rendered', 'again'))],
  ])('Q3 %s: nothing goes, and the mark stays', async (_what, attack) => {
    map('old');
    await due();
    attack();
    expect(await remove()).toMatchObject({ outcome: 'incomplete' });
    expect(deleted()).toEqual([]);
    expect(await world.marks(OBJECTS)).toHaveLength(1);
  });

  test('Q3 of a folder may be links within it, as Kubernetes mounts ConfigMaps', async () => {
    map('old');
    mkdirSync(join(folder, 'rendered', '..data'));
    writeFileSync(join(folder, 'rendered', '..data', 'old.yaml'), declared(['old']));
    symlinkSync(join('..data', 'old.yaml'), join(folder, 'rendered', 'old.yaml'));
    map('bait');
    await due();
    expect((await world.marks(OBJECTS)).map(({ id }) => id)).toEqual(['/ConfigMap/shop/bait']);
  });

  test.each([
    ['prints nothing and ends well', ''],
    ['prints only comments', '# nothing to render'],
    ['prints an empty list', 'apiVersion: v1\nkind: List\nitems: []'],
    ['prints null documents', '---\nnull\n---\n~\n'],
  ])('Q3 a program that %s proves nothing', async (_what, text) => {
    map('old');
    writeFileSync(join(folder, 'printed'), declared(['web']));
    await due(options(`source: { render: [cat, "${folder}/printed"] }`, ', render: [cat]'));
    writeFileSync(join(folder, 'printed'), text);
    expect(await remove()).toMatchObject({ outcome: 'incomplete' });
    expect(deleted()).toEqual([]);
  });

  test('Q3 declares an object that is in a list of its kind, or that is a list itself', async () => {
    cluster.kinds.push({ ...BASKET, kind: 'AllowList', resource: 'allowlists' });
    cluster.apply(applied('shop.example.com/v1', 'AllowList', 'mine', shop));
    map('old');
    const items = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'old', ...shop } }];
    const list = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '' }, items };
    const own = { apiVersion: 'shop.example.com/v1', kind: 'AllowList', metadata: { name: 'mine', ...shop } };
    const text = [list, { ...own, items: [{ address: '10.0.0.0/8' }] }].map((one) => JSON.stringify(one));
    writeFileSync(join(folder, 'rendered', 'more.yaml'), text.join('\n---\n'));
    map('bait');
    await due();
    expect((await world.marks(OBJECTS)).map(({ id }) => id)).toEqual(['/ConfigMap/shop/bait']);
  });

  test('Q3 Q15 declares an object of a kind, or in a namespace: its definition and its Namespace stay, also while there is none', async () => {
    cluster.kinds.push(BASKET);
    cluster.apply(applied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'baskets.shop.example.com'));
    cluster.apply(applied('v1', 'Namespace', 'next'));
    const basket = {
      apiVersion: 'shop.example.com/v1',
      kind: 'Basket',
      metadata: { name: 'first', namespace: 'next' },
    };
    writeFileSync(join(folder, 'rendered', 'next.json'), JSON.stringify(basket));
    map('bait');
    await due(options(`dataKinds: [Namespace, CustomResourceDefinition], source: { dir: "${folder}/rendered" }`));
    expect((await world.marks(OBJECTS)).map(({ id }) => id)).toEqual(['/ConfigMap/shop/bait']);
  });

  test('Q4 declares the object in a version that the server serves no more', async () => {
    const older = { ...BASKET, version: 'v1beta1' };
    cluster.kinds.push(older, BASKET);
    const first = cluster.apply(applied('shop.example.com/v1beta1', 'Basket', 'first', shop));
    const basket = { apiVersion: 'shop.example.com/v1beta1', kind: 'Basket', metadata: { name: 'first', ...shop } };
    writeFileSync(join(folder, 'rendered', 'first.json'), JSON.stringify(basket));
    map('old');
    await due();
    cluster.apply({ ...first, apiVersion: 'shop.example.com/v1' });
    cluster.kinds.splice(cluster.kinds.indexOf(older), 1);
    world.clock.advance(60 * MINUTE);
    await world.pass('mark', OBJECTS);
    await remove();
    expect((await world.marks(OBJECTS)).map(({ id }) => id)).not.toContain('shop.example.com/Basket/shop/first');
    expect(deleted()).toEqual(['old']);
  });
});

describe('the object', () => {
  /** @param attack runs once, before the answer to the first request of this method */
  const attackAt = (method: 'dryRun' | 'deletion', attack: () => void) => {
    cluster.switches.onWrite = ({ method: verb, url }) => {
      const is = verb !== 'DELETE' ? undefined : url.includes('dryRun') ? 'dryRun' : 'deletion';
      if (is === method) {
        cluster.switches.onWrite = undefined;
        attack();
      }
      return undefined;
    };
  };
  const exists = (name: string) =>
    cluster.store
      .list(cluster.store.kindOf({ apiVersion: 'v1', kind: 'ConfigMap' }))
      .some((one) => one.metadata.name === name);

  test.each(['dryRun', 'deletion'] as const)('Q18 is made again under its name before its %s', async (moment) => {
    map('old');
    await due();
    attackAt(moment, () => {
      cluster.remove('v1', 'ConfigMap', 'shop', 'old');
      map('old');
    });
    expect(await remove()).toMatchObject({ counts: { deleted: 0 } });
    expect(exists('old')).toBe(true);
  });

  test.each<[string, object]>([
    ['is kept by a person', { annotations: { 'holystone/keep': 'always' } }],
    ['gets other labels', { labels: { 'qbec.io/environment': 'dev' } }],
    ['gets an owner', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'p' }] }],
  ])('Q18 %s between its dry run and its deletion', async (_what, more) => {
    map('old');
    await due();
    attackAt('deletion', () => void map('old', more));
    expect(await remove()).toMatchObject({ counts: { deleted: 0 } });
    expect(exists('old')).toBe(true);
  });

  test('Q18 law 5 the kill switch is on between its dry run and its deletion', async () => {
    map('old');
    map('older');
    await due();
    const audit = { at: 0, namespace: 'fleet', event: 'control', actor: 'olga' } as const;
    let killed: Promise<unknown> = Promise.resolve();
    attackAt('dryRun', () => {
      killed = world.wired.deps.control.write({ killed: true }, audit);
    });
    await remove();
    await killed;
    expect(deleted().length).toBeLessThanOrEqual(1);
    const sent = deleted().length;
    await remove();
    expect(deleted()).toHaveLength(sent);
  });

  test('Q15 is a Namespace into which somebody puts a Secret after its evidence was read, at its dry run', async () => {
    cluster.apply(applied('v1', 'Namespace', 'left'));
    await due(options(`dataKinds: [Namespace], source: { dir: "${folder}/rendered" }`));
    expect(await world.marks(OBJECTS)).toHaveLength(1);
    attackAt('dryRun', () => {
      cluster.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'new', namespace: 'left' } });
    });
    await remove();
    expect(deleted()).toEqual([]);
    expect(await world.marks(OBJECTS)).toMatchObject([{ problem: 'not sent: Secret left/new is in it now' }]);
  });

  test('Q24 waits for controllers that do not run: its deletion never ends, and is requested once', async () => {
    map('old');
    await due();
    cluster.switches.controllers = false;
    await remove();
    expect(exists('old')).toBe(true);
    world.clock.advance(60 * MINUTE);
    await remove();
    expect(deleted()).toEqual(['old']);
    expect(await world.marks(OBJECTS)).toHaveLength(1);
  });

  test('Q22 another cluster answers behind the same address', async () => {
    map('old');
    await due();
    cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: 'of-another' } });
    expect(await remove()).toMatchObject({ counts: { deleted: 0 } });
    expect(deleted()).toEqual([]);
  });

  test('Q18 another cluster answers from the dry run on: its object of the same name has another uid', async () => {
    map('old');
    await due();
    attackAt('dryRun', () => {
      cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system', uid: 'of-another' } });
      cluster.remove('v1', 'ConfigMap', 'shop', 'old');
      map('old');
    });
    await remove();
    expect(exists('old')).toBe(true);
  });

  test('Q5 Q16 its user is of an aggregated API that does not answer for a while', async () => {
    cluster.kinds.push(BASKET);
    map('old');
    map('used');
    const use = foreign('shop.example.com/v1', 'Basket', 'b', { spec: { configMapRef: { name: 'used' } } });
    cluster.remove(use.apiVersion, use.kind, 'shop', 'b');
    await due();
    expect(await world.marks(OBJECTS)).toHaveLength(2);
    cluster.apply(use as SandboxObject);
    cluster.switches.stale.add('shop.example.com');
    await remove();
    expect(deleted()).toEqual([]);
    cluster.switches.stale.clear();
    world.clock.advance(60 * MINUTE);
    await remove();
    expect(deleted()).toEqual(['old']);
  });

  test('Q5 Q16 its user is of a kind that the server does not name for a while', async () => {
    cluster.kinds.push(BASKET);
    cluster.apply({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'baskets.shop.example.com' },
    });
    map('used');
    await due();
    foreign('shop.example.com/v1', 'Basket', 'b', { spec: { configMapRef: { name: 'used' } } });
    cluster.switches.unnamed.add('shop.example.com');
    await remove();
    expect(deleted()).toEqual([]);
    cluster.switches.unnamed.clear();
    world.clock.advance(60 * MINUTE);
    expect(await remove()).toMatchObject({ counts: { unmarked: 1 } });
  });

  test('Q7 its kind may not be listed any more: its mark stays, and it is not called gone', async () => {
    map('old');
    await due();
    cluster.switches.denied.add('configmaps');
    world.clock.advance(60 * MINUTE);
    await world.pass('mark', OBJECTS);
    await remove();
    expect(deleted()).toEqual([]);
    expect(await world.marks(OBJECTS)).toHaveLength(1);
  });

  test('Q16 something begins to use it in another namespace after the survey', async () => {
    cluster.apply(applied('v1', 'ServiceAccount', 'old', shop));
    await due();
    cluster.apply({
      ...{
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'RoleBinding',
        metadata: { name: 'b', namespace: 'blog' },
      },
      ...{ roleRef: { kind: 'Role', name: 'r' }, subjects: [{ kind: 'ServiceAccount', name: 'old', ...shop }] },
    });
    expect(await remove()).toMatchObject({ counts: { deleted: 0, unmarked: 1 } });
  });
});
