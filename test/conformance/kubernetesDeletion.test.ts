/** Deletions, keep annotations and restores by the type's own session: in the sandbox, and in a real kube-apiserver. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SandboxObject } from '../../sandbox/kubernetes/server.ts';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { object } from '../../src/handlers/kubernetes/types/object/handler.ts';
import { Objects } from '../integration/kubernetes/deleting.ts';
import { applied } from '../integration/kubernetes/fixture.ts';
import { until } from '../support/until.ts';
import { controlPlane, startRealCluster } from './kubernetes/realCluster.ts';
import { apply, ask, type ClusterHere, create, kubeconfigOf, startSandboxCluster } from './kubernetes/subject.ts';

const CORE = '/api/v1/namespaces/shop';
const MAPS = `${CORE}/configmaps`;
const SERVICES = `${CORE}/services`;
const DEPLOYMENTS = '/apis/apps/v1/namespaces/shop/deployments';
const shop = { namespace: 'shop' };
const NAMESPACE = 'kubernetes:prod:shop%2Fprod:object' as Namespace;

const map = (name: string, more: object = {}): SandboxObject => ({
  ...applied('v1', 'ConfigMap', name, { ...shop, ...more }),
  data: { a: '1' },
});

const deployment = (name: string): SandboxObject => ({
  ...applied('apps/v1', 'Deployment', name, shop),
  spec: {
    replicas: 1,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name: 'web', image: 'example.com/web:1' }] },
    },
  },
});

function everything(start: () => Promise<ClusterHere>): void {
  let here: ClusterHere;
  let objects: Objects;
  beforeAll(async () => {
    here = await start();
    objects = new Objects(kubeconfigOf(here, 'admin'));
    await create(here, '/api/v1/namespaces', applied('v1', 'Namespace', 'shop'));
  });
  afterAll(async () => {
    objects?.close();
    await here?.close();
  });
  const isGone = async (path: string) => (await ask(here, 'GET', path)).status === 404;
  const gone = (path: string) => until(`${path} is gone`, () => isGone(path));

  test('Q18 objects of several kinds go with the objects they own', async () => {
    await create(here, MAPS, map('old'));
    await create(here, DEPLOYMENTS, deployment('old'));
    await create(here, SERVICES, { ...applied('v1', 'Service', 'old', shop), spec: { ports: [{ port: 80 }] } });
    for (const [id, path] of [
      ['/ConfigMap/shop/old', `${MAPS}/old`],
      ['apps/Deployment/shop/old', `${DEPLOYMENTS}/old`],
      ['/Service/shop/old', `${SERVICES}/old`],
    ] as const) {
      // A controller may change it between the read and the request.
      await until(`${id} is being deleted`, async () =>
        ['deleted', 'accepted'].includes((await objects.delete(id))?.kind ?? ''),
      );
      await gone(path);
    }
    const sets = await ask(here, 'GET', '/apis/apps/v1/namespaces/shop/replicasets');
    expect(sets.json.items).toEqual([]);
  });

  test('Q18 an object that changed since it was read stays; one that is gone is gone; one with a finalizer waits', async () => {
    await create(here, MAPS, map('one', { finalizers: ['shop.example.com/cleanup'] }));
    const read = await objects.read('/ConfigMap/shop/one');
    await apply(here, MAPS, { ...map('one'), data: { b: '2' } }, 'other');
    expect(await objects.deleteRead(read)).toMatchObject({ kind: 'retry' });
    expect(await objects.delete(read.id)).toMatchObject({ kind: 'accepted' });
    expect(await objects.delete(read.id)).toMatchObject({
      ...{ kind: 'refused', isInUse: true },
      reason: expect.stringContaining('shop.example.com/cleanup'),
    });
    await create(here, MAPS, map('two'));
    const two = await objects.read('/ConfigMap/shop/two');
    await ask(here, 'DELETE', `${MAPS}/two`);
    await gone(`${MAPS}/two`);
    expect(await objects.deleteRead(two)).toEqual({ kind: 'gone' });
  });

  test('Q20 the keep annotation is written beside that of a person, taken away again, and never makes an object anew', async () => {
    await create(here, MAPS, map('kept', { annotations: { 'holystone/keep': '2026-12-24', other: 'stays' } }));
    const id = '/ConfigMap/shop/kept';
    const protect = async (until: 'forever' | undefined) =>
      (await objects.session().protect?.(await objects.read(id), until))?.did;
    const annotations = async () => (await ask(here, 'GET', `${MAPS}/kept`)).json.metadata.annotations;
    expect(await protect('forever')).toBe('written');
    const kept = { 'holystone/keep': 'always', 'holystone/kept-before': '2026-12-24', other: 'stays' };
    expect(await annotations()).toEqual(kept);
    expect(await protect(undefined)).toBe('putBack');
    expect(await annotations()).toEqual({ 'holystone/keep': '2026-12-24', other: 'stays' });
    expect(await protect(undefined)).toBe('notOurs');
    const read = await objects.read(id);
    await ask(here, 'DELETE', `${MAPS}/kept`);
    await gone(`${MAPS}/kept`);
    await expect(objects.session().protect?.(read, 'forever')).rejects.toThrow(/uid/i);
    expect(await isGone(`${MAPS}/kept`)).toBe(true);
  });

  test('Q21 an Event shows a mark at its object, and of a later date in its place', async () => {
    await create(here, MAPS, map('marked'));
    const resource = await objects.read('/ConfigMap/shop/marked');
    for (const day of ['2027-01-01', '2027-02-01']) {
      const session = objects.session({}, { events: true });
      await session.announceMarks?.([{ resource, deletionAt: Date.parse(day) }]);
    }
    const { json } = await ask(here, 'GET', `${CORE}/events`);
    const shown = json.items.filter((one: { reason: string }) => one.reason === 'HolystoneMarked');
    expect(shown).toMatchObject([
      { involvedObject: { name: 'marked' }, message: expect.stringContaining('2027-02-01') },
    ]);
  });

  test('Q19 a stored definition is applied again as a new object', async () => {
    await create(here, DEPLOYMENTS, deployment('back'));
    await create(here, SERVICES, { ...applied('v1', 'Service', 'back', shop), spec: { ports: [{ port: 80 }] } });
    for (const [id, path] of [
      ['apps/Deployment/shop/back', `${DEPLOYMENTS}/back`],
      ['/Service/shop/back', `${SERVICES}/back`],
    ] as const) {
      const before = await objects.read(id);
      const definition = object.definition(before);
      const stored = {
        ...{ namespace: NAMESPACE, id, identity: before.identity, at: 0, passId: '', reasons: [] },
        definition,
      };
      await until(`${id} is being deleted`, async () =>
        ['deleted', 'accepted'].includes((await objects.delete(id))?.kind ?? ''),
      );
      await gone(path);
      const plan = await objects.session({ mayRestore: true }).restore?.(stored, undefined);
      expect(plan?.kind).toBe('ready');
      const done = plan?.kind === 'ready' ? await plan.run() : plan;
      expect(done).toMatchObject({ kind: 'restored', id });
      expect((await objects.read(id)).identity).not.toBe(before.identity);
    }
  });
}

describe("the sandbox's API server", () => everything(startSandboxCluster));

const real = await controlPlane(process.env.HOLYSTONE_BUILD_CONTROL_PLANE === 'true');
if (real.kind === 'there') describe('kube-apiserver', () => everything(() => startRealCluster(real.path)));
else {
  process.stderr.write(`kube-apiserver: its part is skipped, not passed (${real.why})\n`);
  describe.skip('kube-apiserver', () => everything(() => startRealCluster('')));
}
