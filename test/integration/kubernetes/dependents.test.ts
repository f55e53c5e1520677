/** What garbage collection takes along with an object: everybody's word about it counts, and its owner is told of it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxCluster, SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import { HOUR, type World } from '../../support/awsWorld.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

const OLD = '/ConfigMap/shop/old';
const OTHER = '/ConfigMap/shop/other';
const PART = '/ConfigMap/shop/part';

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { known, requests } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});
let old: SandboxObject;

const options = (entry = '') => ({
  known: known(),
  cleanup: `[{ type: object, live: true, ${entry}source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
});
const ownedByAll = (owners: readonly SandboxObject[], apiVersion: string, kind: string, name: string, more = {}) =>
  cluster.apply({
    ...{ apiVersion, kind },
    metadata: {
      ...{ ...shop, name, ...more },
      ownerReferences: owners.map((by) => {
        return { apiVersion: by.apiVersion, kind: by.kind, name: by.metadata.name, uid: by.metadata.uid ?? '' };
      }),
    },
  });
const owned = (apiVersion: string, kind: string, name: string, by = old) => ownedByAll([by], apiVersion, kind, name);
/** `old` owns `middle`, which owns `part` together with `other`. */
const chain = (more: object = {}) => {
  const other = cluster.apply(applied('v1', 'ConfigMap', 'other', shop));
  return ownedByAll([owned('v1', 'ConfigMap', 'middle'), other], 'v1', 'ConfigMap', 'part', more);
};
const noticed = async () => {
  await world.pass('mark', OBJECTS);
  await world.notify(OBJECTS);
  await world.watched(15, OBJECTS);
};
const keep = (id: string) =>
  world.wired.deps.optOuts.optOut(OBJECTS, {
    ...{ target: { kind: 'id', value: id }, actor: 'ann', at: world.clock.now(), until: 'forever', source: 'console' },
  } as never);
const marked = async () => (await world.marks(OBJECTS)).map(({ id }) => id).sort();

beforeEach(async () => {
  await world.reset(options());
  old = cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
});

describe('L81 an object stays while', () => {
  test('somebody decided to keep one that goes with it, also before the annotation is on that', async () => {
    owned('v1', 'ConfigMap', 'part');
    await keep(PART);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([]);
  });

  test('somebody decides so after the notice, also about one far below it', async () => {
    const middle = owned('v1', 'Service', 'middle');
    owned('v1', 'ConfigMap', 'part', middle);
    await noticed();
    expect(await marked()).toEqual([OLD]);
    await keep(PART);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0 } });
    expect([requests(), await marked()]).toEqual([[], []]);
  });

  test.each([
    ['`keep` names one', 'keep: [{ name: "/^part/" }], '],
    ['`only` does not allow one', 'only: [{ name: "/^old/" }], '],
    ['no entry matches one', 'match: { name: "/^old/" }, '],
  ])('%s', async (_what, entry) => {
    await world.reset(options(entry));
    owned('v1', 'ConfigMap', 'part');
    cluster.apply(applied('v1', 'ConfigMap', 'old-2', shop));
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual(['/ConfigMap/shop/old-2']);
  });

  test('`keep` names a Pod that a controller makes; that no entry allows or matches one is no word about it', async () => {
    const web = cluster.apply(applied('apps/v1', 'Deployment', 'old-web', shop));
    owned('v1', 'Pod', 'made-1', owned('apps/v1', 'ReplicaSet', 'made', web));
    await world.reset(options('only: [{ name: "/^old/" }], '));
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([OLD, 'apps/Deployment/shop/old-web']);
    await world.reset(options('keep: [{ name: "/^made-/" }], '));
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual([OLD]);
  });
});

describe('L82 what goes with an object', () => {
  test('is named in its notice', async () => {
    owned('v1', 'ConfigMap', 'part');
    await noticed();
    expect(world.messages()[0]?.text.replaceAll(/\s+/g, ' ')).toContain('deleted with it: ConfigMap shop/part');
  });

  test.each([
    ['v1', 'Service'],
    ['networking.k8s.io/v1', 'Ingress'],
  ])('Q34 of %s %s: the hosts and addresses by which others reach it', async (apiVersion, kind) => {
    await world.reset(options(`dataKinds: [${kind}], `));
    const ingress = [{ hostname: 'a1b2.elb.example.com' }, { ip: '192.0.2.7' }];
    const made = { finalizers: ['service.k8s.aws/resources'] };
    cluster.apply({
      ...applied(apiVersion, kind, 'public', { ...shop, ...made }),
      status: { loadBalancer: { ingress } },
    } as never);
    await noticed();
    const text = world.messages()[0]?.text.replaceAll(/\s+/g, ' ').replaceAll('[.]', '.');
    expect(text).toContain('deleted with it: load balancer 192.0.2.7, load balancer a1b2.elb.example.com');
  });

  test('and joins after the notice: it goes after another one, which names it', async () => {
    owned('v1', 'ConfigMap', 'part');
    await noticed();
    owned('v1', 'ConfigMap', 'joined');
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0, unnoticed: 1 } });
    expect(requests()).toEqual([]);
    await world.notify(OBJECTS);
    expect(world.messages().at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain(
      'ConfigMap shop/joined, ConfigMap shop/part',
    );
    await world.watched(15, OBJECTS);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 1 } });
  });

  test('and joins a moment before the request: no request leaves', async () => {
    await noticed();
    cluster.switches.onWrite = () => {
      cluster.switches.onWrite = undefined;
      owned('v1', 'ConfigMap', 'joined');
      return undefined;
    };
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0, retried: 1 } });
    expect(requests()).toEqual([]);
    expect(JSON.stringify(await world.markOf(OLD, OBJECTS))).toContain('ConfigMap shop/joined would go with it');
  });

  test('is one that a controller makes anew all the time: no other notice is needed', async () => {
    const web = cluster.apply(applied('apps/v1', 'Deployment', 'old-web', shop));
    const set = owned('apps/v1', 'ReplicaSet', 'old-web-1', web);
    owned('v1', 'Pod', 'old-web-1-a', set);
    await noticed();
    cluster.remove('v1', 'Pod', 'shop', 'old-web-1-a');
    owned('v1', 'Pod', 'old-web-1-b', set);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { unnoticed: 0 } });
    expect(requests().map(({ url }) => url.split('/').at(-1))).toContain('old-web');
  });

  test('with the second of its owners goes after another notice, also where both are due at once', async () => {
    const other = cluster.apply(applied('v1', 'ConfigMap', 'other', shop));
    ownedByAll([old, other], 'v1', 'ConfigMap', 'both');
    await noticed();
    expect(await marked()).toEqual([OLD, OTHER]);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 1, retried: 1 } });
    world.clock.advance(HOUR);
    expect(await world.pass('mark', OBJECTS)).toMatchObject({ counts: { refreshed: 1 } });
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0 } });
    await world.notify(OBJECTS);
    expect(world.messages().at(-1)?.text.replaceAll(/\s+/g, ' ')).toContain('deleted with it: ConfigMap shop/both');
  });

  test('with one owner, and with another through one that goes, goes after another notice, also where both are due at once', async () => {
    chain();
    await noticed();
    expect(await marked()).toEqual([OLD, OTHER]);
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 1, retried: 1 } });
    expect(requests()).toHaveLength(1);
    world.clock.advance(HOUR);
    expect(await world.pass('mark', OBJECTS)).toMatchObject({ counts: { refreshed: 1 } });
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0 } });
    await world.notify(OBJECTS);
    expect(world.messages().at(-1)?.text.replaceAll(/\s+/g, ' ')).toMatch(/deleted with it: ConfigMap .*shop\/part/);
  });

  test('so it does while garbage collection has not come yet to one whose only owner is gone', async () => {
    chain();
    await noticed();
    cluster.remove('v1', 'ConfigMap', 'shop', 'old');
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0, unnoticed: 1 } });
    expect(requests()).toEqual([]);
  });

  test.each([
    ['a decision', {}, () => keep(PART)],
    ['an annotation', { annotations: { 'holystone/keep': 'always' } }, () => Promise.resolve()],
    ['an annotation in another spelling', { annotations: { 'Holystone/KEEP': 'always' } }, () => Promise.resolve()],
    ['a label', { labels: { 'holystone/keep': 'always' } }, () => Promise.resolve()],
  ])(
    'is kept by %s about it: one of its owners stays, however far above it the other is',
    async (_word, more, decide) => {
      chain(more);
      await noticed();
      await decide();
      expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 1 } });
      world.clock.advance(HOUR);
      await world.pass('mark', OBJECTS);
      expect(await marked()).toEqual([]);
      expect(requests()).toHaveLength(1);
    },
  );

  test('stays where `propagation` is `orphan`: nobody is told of it, and its word is none', async () => {
    await world.reset(options('propagation: { ConfigMap: orphan }, keep: [{ name: "/^part/" }], '));
    owned('v1', 'ConfigMap', 'part');
    await noticed();
    owned('v1', 'ConfigMap', 'joined');
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { unnoticed: 0, retried: 0 } });
    expect(requests().map(({ body }) => body)).toEqual([expect.stringContaining('Orphan')]);
  });
});
