/** Objects through the whole lifecycle: a sandbox cluster, a folder of manifests, a real Redis, real mail. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { restore } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, type World } from '../../support/awsWorld.ts';
import { eachEnvironment, OBJECTS, shop } from './eachEnvironment.ts';
import { applied } from './fixture.ts';

/** Job: one with a finalizer of others. */
const DATA = 'dataKinds: [Namespace, Secret, CustomResourceDefinition, Job], ';

let world: World;
let cluster: SandboxCluster;
let folder: string;
const { declare, known, requests } = eachEnvironment((environment) => {
  ({ world, cluster, folder } = environment);
});

/** @param entry keys of the entry @param defaults keys of `defaults` */
const options = (entry = '', defaults = '') => ({
  known: known(),
  ...(defaults === '' ? {} : { defaults }),
  cleanup: `[{ type: object, live: true, ${entry}source: { dir: "${folder}/rendered" }, when: [{ rule: notInSource }] }]`,
});
const due = async () => {
  await world.pass('mark', OBJECTS);
  await world.notify(OBJECTS);
  await world.watched(15, OBJECTS);
};
const marked = async () => (await world.marks(OBJECTS)).map(({ id }) => id).sort();
const deleted = () => requests().map(({ url: path }) => path.split('/').at(-1));
const names = () => cluster.kinds.flatMap((kind) => cluster.store.list(kind).map(({ metadata }) => metadata.name));
/** A delete pass, and those that follow it within so long. */
async function passes(hours: number): Promise<void> {
  const end = world.clock.now() + hours * HOUR;
  do {
    const { nextDueAt } = await world.pass('delete', OBJECTS);
    world.clock.advance(Math.max(1, Math.min(nextDueAt, end) - world.clock.now()));
    await world.wired.deps.lastUsed.surveyed(OBJECTS, world.clock.now());
  } while (world.clock.now() < end);
}

describe('an environment', () => {
  test('Q21 with `events: true` a mark leaves one Event at its object, with the date; without, none', async () => {
    cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
    const { metadata } = cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'Shop:Old'));
    const writes = () => cluster.requests.filter(({ method }) => method !== 'GET');
    await world.reset(options());
    await world.pass('mark', OBJECTS);
    expect(writes()).toEqual([]);
    await world.reset(options('events: true, '));
    await world.pass('mark', OBJECTS);
    await world.pass('mark', OBJECTS);
    const kind = cluster.kinds.find((one) => one.kind === 'Event') as (typeof cluster.kinds)[number];
    const [event, ...more] = cluster.store.list(kind, 'shop');
    const [mark] = await world.marks(OBJECTS);
    const day = new Date(mark?.projectedDeletionAt ?? 0).toISOString().slice(0, 10);
    expect(event).toMatchObject({
      ...{ reason: 'HolystoneMarked', type: 'Normal', message: expect.stringContaining(day) },
      involvedObject: { kind: 'ConfigMap', namespace: 'shop', name: 'old', uid: metadata.uid },
    });
    expect(more).toEqual([]);
    expect(cluster.store.list(kind, 'default')).toMatchObject([{ involvedObject: { name: 'Shop:Old' } }]);
    expect(writes()).toHaveLength(2);
  });

  test.each([
    ['at the stage notify', 'rollout: notify, '],
    ['by the actions of the entry', 'actions: [mark, notify], '],
  ])(
    'Q21 where nothing is deleted %s the Event promises no deletion; it does once something is',
    async (_what, more) => {
      cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
      cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
      const kind = cluster.kinds.find((one) => one.kind === 'Event') as (typeof cluster.kinds)[number];
      const told = async (entry: string) => {
        await world.configure(options(`events: true, ${entry}`));
        await world.pass('mark', OBJECTS);
        return cluster.store.list(kind, 'shop').map(({ message }) => message);
      };
      await world.reset(options('events: true, '));
      const idle = [
        expect.stringMatching(/deletes nothing here at this stage, and would delete it on [-0-9]+ or later/),
      ];
      expect(await told(more)).toEqual(idle);
      expect(await told('')).toEqual([expect.stringMatching(/: Holystone deletes it on [-0-9]+ or later/)]);
      expect(await told(more)).toEqual(idle);
    },
  );

  test('Q18 Q23 objects that are not in source are marked, notified and deleted; one that is put back into source is not', async () => {
    await world.reset(options());
    for (const name of ['old', 'back']) cluster.apply(applied('v1', 'ConfigMap', name, shop));
    await due();
    expect(await marked()).toEqual(['/ConfigMap/shop/back', '/ConfigMap/shop/old']);
    expect(world.messages()[0]?.text.replaceAll(/\s+/g, ' ')).toContain('give it the tag holystone/keep with');
    declare('web', 'back');
    expect(await world.pass('delete', OBJECTS)).toMatchObject({
      outcome: 'complete',
      counts: { deleted: 1, unmarked: 1 },
    });
    expect(deleted()).toEqual(['old']);
    expect(names()).toEqual(expect.arrayContaining(['web', 'back']));
  });

  test('Q23 an object made again under its name, and one with other labels, are unmarked', async () => {
    await world.reset(options());
    for (const name of ['again', 'moved']) cluster.apply(applied('v1', 'ConfigMap', name, shop));
    await due();
    cluster.remove('v1', 'ConfigMap', 'shop', 'again');
    cluster.apply(applied('v1', 'ConfigMap', 'again', shop));
    cluster.apply(applied('v1', 'ConfigMap', 'moved', { ...shop, labels: { 'qbec.io/environment': 'dev' } }));
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0, unmarked: 2 } });
    expect(requests()).toEqual([]);
  });

  test('law 5 a dry run sends nothing that changes the cluster', async () => {
    await world.reset({ ...options(), dryRun: true });
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    await due();
    await world.pass('delete', OBJECTS);
    expect(cluster.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('an object is kept', () => {
  test('Q4 the source may name its kind in the group of before', async () => {
    await world.reset(options());
    cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
    const declared = { apiVersion: 'extensions/v1beta1', kind: 'Deployment', metadata: { name: 'web', ...shop } };
    writeFileSync(join(folder, 'rendered', 'web.json'), JSON.stringify(declared));
    await due();
    expect(await marked()).toEqual([]);
  });

  test('Q9 Q15 an object that another one owns, and one that holds data, is not marked', async () => {
    await world.reset(options());
    const ownerReferences = [{ apiVersion: 'batch/v1', kind: 'Job', name: 'nightly', uid: 'of-the-job' }];
    cluster.apply(applied('v1', 'ConfigMap', 'owned', { ...shop, ownerReferences }));
    cluster.apply(applied('v1', 'Secret', 'key', shop));
    await due();
    expect(await marked()).toEqual([]);
  });

  test('Q25 an object that another one names in a field that nobody foresaw is not marked', async () => {
    await world.reset(options());
    cluster.apply(applied('v1', 'ConfigMap', 'limits', shop));
    const spec = { mirrors: [{ name: 'limits' }] };
    cluster.apply({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'user', ...shop }, spec });
    await due();
    expect(await marked()).toEqual([]);
  });

  test('Q26 an object that a field names whose word another kind has, too, is not marked', async () => {
    await world.reset(options());
    cluster.apply(applied('v1', 'ConfigMap', 'limits', shop));
    cluster.apply({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'user', ...shop }, spec: { job: 'limits' } });
    await due();
    expect(await marked()).toEqual([]);
  });

  test('Q29 an object with copied labels, which the tool of the environment never wrote, is not marked', async () => {
    await world.reset(options());
    const managedFields = [{ manager: 'basket-operator', operation: 'Update' }];
    cluster.apply(applied('v1', 'ConfigMap', 'made', { ...shop, managedFields }));
    await due();
    expect(await marked()).toEqual([]);
  });

  test('Q5 a marked object of a group that does not answer any more is not gone', async () => {
    await world.reset(options());
    cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
    await due();
    cluster.switches.stale.add('apps');
    await world.pass('mark', OBJECTS);
    await world.pass('delete', OBJECTS);
    expect(await marked()).toEqual(['apps/Deployment/shop/old']);
  });

  test('Q18 an object that changed after it was judged stays, and goes after the next look', async () => {
    await world.reset(options());
    const old = cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    await due();
    const reads: string[] = [];
    cluster.switches.onRead = (path) => {
      const isAfter = reads.some((one) => one.endsWith('/configmaps/old')) && !path.endsWith('/configmaps/old');
      if (isAfter) {
        cluster.switches.onRead = undefined;
        cluster.apply({ ...old, data: { changed: 'yes' } });
      }
      reads.push(path);
    };
    expect(await world.pass('delete', OBJECTS)).toMatchObject({ counts: { deleted: 0, retried: 1 } });
    expect(names()).toContain('old');
    await passes(1);
    expect(names()).not.toContain('old');
  });
});

describe('the order of deletions', () => {
  const all = () => {
    cluster.apply(applied('admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration', 'webhook'));
    cluster.apply(applied('v1', 'Namespace', 'shop'));
    cluster.apply(applied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'baskets.shop.example.com'));
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'cluster-role'));
    for (const [apiVersion, kind] of [
      ['v1', 'ServiceAccount'],
      ['v1', 'Secret'],
      ['rbac.authorization.k8s.io/v1', 'Role'],
      ['apps/v1', 'Deployment'],
      ['v1', 'Service'],
      ['shop.example.com/v1', 'Basket'],
    ] as const)
      cluster.apply(applied(apiVersion, kind, kind.toLowerCase(), shop));
    cluster.remove('v1', 'ConfigMap', 'shop', 'web');
  };
  const ORDER = [
    ...['webhook', 'service', 'deployment', 'basket', 'role', 'secret', 'serviceaccount', 'shop', 'cluster-role'],
    'baskets.shop.example.com',
  ];
  beforeEach(() => {
    const extra = [
      ['admissionregistration.k8s.io', 'ValidatingWebhookConfiguration', 'validatingwebhookconfigurations', false],
      ['shop.example.com', 'Basket', 'baskets', true],
    ] as const;
    for (const [group, kind, resource, namespaced] of extra)
      cluster.kinds.push({ group, version: 'v1', kind, resource, namespaced });
  });

  test('Q15 Q17 it is the reverse of apply; a namespace goes after its content, a definition after its last object', async () => {
    await world.reset(options(DATA, 'pace: { batch: 2 }'));
    const other = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'elsewhere', namespace: 'other' } };
    writeFileSync(join(folder, 'rendered', 'all.yaml'), JSON.stringify(other));
    all();
    await due();
    expect(await marked()).toHaveLength(10);
    await passes(2);
    const order = deleted();
    expect([...order.slice(0, 3), ...order.slice(3, 5).sort(), ...order.slice(5)]).toEqual(ORDER);
    expect(await world.marks(OBJECTS)).toEqual([]);
  });

  test('Q17 Q18 an object that waits for a finalizer holds the later waves; after six hours its owner is notified, once, and it goes when it can', async () => {
    await world.reset(options(DATA));
    const finalizers = ['shop.example.com/cleanup'];
    cluster.apply(applied('batch/v1', 'Job', 'nightly', { ...shop, finalizers }));
    cluster.apply(applied('v1', 'Secret', 'later', shop));
    await due();
    await passes(5);
    expect(deleted()).toEqual(['nightly']);
    const later = await world.markOf('/Secret/shop/later', OBJECTS);
    expect(later?.problem).toContain('waits: after batch/Job/shop/nightly');
    expect(world.messages()).toHaveLength(1);

    // A survey meanwhile changes nothing about it.
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual(['/Secret/shop/later', 'batch/Job/shop/nightly']);
    await passes(2);
    for (let days = 0; days < 3; days++) {
      await world.notify(OBJECTS);
      await passes(24);
      await world.pass('mark', OBJECTS);
    }
    const [, notified, ...more] = world.messages();
    expect(notified?.subject).toMatch(/^\[[^\]]+\] 1 resource could not be deleted yet: nightly/);
    expect(notified?.text.replaceAll(/\s+/g, ' ')).toContain(
      'its finalizers shop[.]example[.]com/cleanup are waited for',
    );
    expect(more).toEqual([]);
    expect(deleted()).toEqual(['nightly']);

    const job = cluster.store.list(cluster.store.kindOf({ apiVersion: 'batch/v1', kind: 'Job' }))[0];
    if (job) cluster.apply({ ...job, metadata: { ...job.metadata, finalizers: [] } });
    await passes(25);
    expect(deleted()).toEqual(['nightly', 'later']);
    expect(await world.marks(OBJECTS)).toEqual([]);
  });

  test('Q18 `stuckAfter` says how long a finalizer may take before its owner is notified', async () => {
    await world.reset(options('stuckAfter: 30m, dataKinds: [Job], '));
    cluster.apply(applied('batch/v1', 'Job', 'nightly', { ...shop, finalizers: ['shop.example.com/cleanup'] }));
    await due();
    await passes(1);
    await world.notify(OBJECTS);
    expect(world.messages().map(({ subject }) => subject)).toEqual([
      expect.stringContaining('will be deleted'),
      expect.stringContaining('could not be deleted yet: nightly'),
    ]);
    await world.pass('mark', OBJECTS);
    expect(await marked()).toEqual(['batch/Job/shop/nightly']);
  });

  test('Q16 Q17 a service that a workload names goes after it, though its wave is earlier', async () => {
    await world.reset(options());
    cluster.apply(applied('v1', 'Service', 'db', shop));
    cluster.apply({ ...applied('apps/v1', 'StatefulSet', 'db-set', shop), spec: { serviceName: 'db' } });
    await due();
    await passes(2);
    expect(deleted()).toEqual(['db-set', 'db']);
  });
});

describe('tripwires', () => {
  const apply = (count: number) => {
    const all = Array.from({ length: count }, (_, at) => `m${at}`);
    for (const name of all) cluster.apply(applied('v1', 'ConfigMap', name, shop));
    declare('web', ...all);
    return all;
  };
  /** Evidence is shared for half an hour. */
  const mark = () => {
    world.clock.advance(HOUR);
    return world.pass('mark', OBJECTS);
  };

  test('Q3 Q23 a source that shrank by half blocks before anything is marked', async () => {
    await world.reset(options());
    const all = apply(60);
    expect(await mark()).toMatchObject({ outcome: 'complete' });
    declare('web', ...all.slice(0, 20));
    expect(await mark()).toMatchObject({ outcome: 'blocked', problem: expect.stringContaining('declaredInSource') });
    expect(await marked()).toEqual([]);
  });

  test('Q3 a source without objects, or that cannot be read, makes the pass incomplete', async () => {
    await world.reset(options());
    apply(3);
    await mark();
    for (const text of ['', 'kind: [', '# nothing']) {
      writeFileSync(join(folder, 'rendered', 'all.yaml'), text);
      expect(await mark()).toMatchObject({ outcome: 'incomplete' });
    }
    expect(await marked()).toEqual([]);
  });

  test('Q23 a renamed environment, whose objects all lost its labels, blocks; so does one whose source has other names', async () => {
    await world.reset(options());
    const all = apply(60);
    await mark();
    declare('web', ...all.map((name) => `new-${name}`));
    await world.watched(15, OBJECTS);
    expect(await mark()).toMatchObject({ outcome: 'blocked', problem: expect.stringContaining('markedShare') });
    declare('web', ...all);
    for (const name of all)
      cluster.apply(applied('v1', 'ConfigMap', name, { ...shop, labels: { 'qbec.io/environment': 'production' } }));
    expect(await mark()).toMatchObject({
      outcome: 'blocked',
      problem: expect.stringContaining('shrunkBy: the listing'),
    });
    expect(await marked()).toEqual([]);
  });
});

describe('afterwards', () => {
  test('Q19 the stored definition has no fields of the server, and `restore` applies it after a dry run', async () => {
    await world.reset(options(DATA));
    cluster.apply(applied('v1', 'Namespace', 'shop'));
    declare('web');
    const managedFields = [{ manager: 'kubectl', operation: 'Apply', fieldsV1: {} }];
    const before = cluster.apply({
      ...applied('v1', 'Service', 'old', { ...shop, managedFields, annotations: { note: 'a' } }),
      spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] },
      status: { loadBalancer: {} },
    });
    await due();
    await passes(1);
    expect(names()).not.toContain('old');
    const { deps, parts } = world.wired;
    const { generations } = await deps.definitions.read(OBJECTS, '/Service/shop/old');
    const stored = generations.find((one) => one.stored.identity === before.metadata.uid)?.stored;
    if (!stored) throw new Error('nothing is stored');
    expect(stored.definition).toEqual({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'old', namespace: 'shop', annotations: { note: 'a' }, labels: before.metadata.labels },
      spec: { clusterIP: '10.0.0.7', clusterIPs: ['10.0.0.7'], ports: [{ port: 80 }] },
    });
    const [wc] = world.configuration.workConfigurations as [WorkConfiguration];
    const request = { wc, stored, actor: 'ann@example.com', keepForMs: 30 * DAY };
    const again = () => restore({ ...deps, optOuts: parts.optOuts }, request, new AbortController().signal);

    cluster.remove('v1', 'Namespace', undefined, 'shop');
    expect(await again()).toMatchObject({ kind: 'refused', why: 'there is no namespace shop: restore it first' });
    cluster.apply(applied('v1', 'Namespace', 'shop'));
    expect(await again()).toMatchObject({
      kind: 'restored',
      id: '/Service/shop/old',
      afterwards: [{ says: expect.stringMatching(/another uid, another cluster IP, no status/) }],
    });
    const applies = cluster.requests.filter(({ method, status }) => method === 'PATCH' && status < 300);
    expect(applies.map(({ url: path }) => path.includes('dryRun=All'))).toEqual([true, false]);
    const [now] = cluster.store
      .list(cluster.store.kindOf({ apiVersion: 'v1', kind: 'Service' }))
      .filter(({ metadata }) => metadata.name === 'old');
    expect(now).toMatchObject({ spec: { ports: [{ port: 80 }] }, metadata: { annotations: { note: 'a' } } });
    expect(now?.metadata.uid).not.toBe(before.metadata.uid);
    expect(now?.spec).not.toHaveProperty('clusterIP');
    expect(await again()).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining('another Service has its name'),
    });
  });

  test('Q20 an opt-out is written on the object by a field manager of its own, and `undo` removes it', async () => {
    await world.reset(options());
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    await due();
    const { optOuts } = world.wired.parts;
    const target = { kind: 'id', value: '/ConfigMap/shop/old' } as const;
    const at = world.clock.now();
    await optOuts.optOut(OBJECTS, { target, actor: 'ann@example.com', at, until: 'forever' });
    await world.protect(OBJECTS);
    const annotations = () =>
      cluster.store
        .list(cluster.store.kindOf({ apiVersion: 'v1', kind: 'ConfigMap' }))
        .find(({ metadata }) => metadata.name === 'old')?.metadata.annotations;
    expect(annotations()).toEqual({ 'holystone/keep': 'always' });
    expect(cluster.requests.find(({ method }) => method === 'PATCH')?.url).toContain('fieldManager=holystone&');
    const actor = 'ann@example.com';
    await optOuts.undo(OBJECTS, target, {
      ...{ at, namespace: OBJECTS, id: target.value, event: 'optOutUndone', actor, reason: '' },
    } as AuditEntry);
    await world.protect(OBJECTS);
    expect(annotations()).toBeUndefined();
    expect(requests()).toEqual([]);
  });
});
