/** Deletions of objects in a sandbox cluster whose switches play the behaviour of real API servers. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { failure } from '../../../sandbox/kubernetes/status.ts';
import { PermitError } from '../../../src/core/common/errors.ts';
import { Objects } from './deleting.ts';
import { applied, clusterForEach, kubeconfig } from './fixture.ts';

const cluster = clusterForEach();
let objects: Objects;
beforeEach(async () => {
  objects = new Objects(kubeconfig(cluster.url));
});
afterEach(async () => {
  objects.close();
});

const shop = { namespace: 'shop' };
const MAP = '/ConfigMap/shop/old';
const OLD = 'apps/Deployment/shop/old';
const map = (more: object = {}) => cluster.apply(applied('v1', 'ConfigMap', 'old', { ...shop, ...more }));
const deletions = () => cluster.requests.filter(({ method }) => method === 'DELETE');
const isThere = (name: string) =>
  cluster.kinds.some((kind) => cluster.store.list(kind).some(({ metadata }) => metadata.name === name));

describe('a deletion', () => {
  test('Q18 carries the uid and the version as read, goes to the dependents first, and is tried in a dry run before', async () => {
    const { uid, resourceVersion } = cluster.apply(applied('apps/v1', 'Deployment', 'old', shop)).metadata;
    expect(await objects.delete(OLD)).toMatchObject({ kind: 'deleted' });
    const sent = deletions().map(({ url: path, body }) => ({ path, ...JSON.parse(body) }));
    const path = '/apis/apps/v1/namespaces/shop/deployments/old';
    const options = { propagationPolicy: 'Foreground', preconditions: { uid, resourceVersion } };
    expect(sent).toEqual([
      expect.objectContaining({ path: `${path}?dryRun=All`, dryRun: ['All'], ...options }),
      expect.objectContaining({ path, ...options }),
    ]);
    expect(sent[1]).not.toHaveProperty('dryRun');
    expect(isThere('old')).toBe(false);
  });

  test('Q18 the propagation of a kind is that of the entry', async () => {
    objects.close();
    objects = new Objects(kubeconfig(cluster.url), {
      propagation: { ConfigMap: 'background', 'Deployment.apps': 'orphan' },
    });
    map();
    cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
    await objects.delete(MAP);
    await objects.delete(OLD);
    const policies = deletions().map(({ body }) => JSON.parse(body).propagationPolicy);
    expect(policies).toEqual(['Background', 'Background', 'Orphan', 'Orphan']);
  });

  test('Q18 an object that changed since it was read stays, and is judged again in the next pass', async () => {
    map();
    const read = await objects.read(MAP);
    map({ annotations: { changed: 'yes' } });
    expect(await objects.deleteRead(read)).toMatchObject({
      kind: 'retry',
      reason: expect.stringMatching(/changed since it was read.*ResourceVersion/),
    });
    expect(isThere('old')).toBe(true);
  });

  test('Q18 an object made again under the same name stays', async () => {
    map();
    const read = await objects.read(MAP);
    cluster.remove('v1', 'ConfigMap', 'shop', 'old');
    map();
    expect(await objects.deleteRead(read)).toMatchObject({ kind: 'retry', reason: expect.stringContaining('UID') });
    expect(isThere('old')).toBe(true);
  });

  test('Q18 an object that is gone is gone; a kind that is not served is not', async () => {
    map();
    const read = await objects.read(MAP);
    cluster.remove('v1', 'ConfigMap', 'shop', 'old');
    expect(await objects.deleteRead(read)).toEqual({ kind: 'gone' });
    map();
    const again = await objects.read(MAP);
    cluster.switches.onWrite = () => failure(404, 'NotFound', 'the server could not find the requested resource');
    expect(await objects.deleteRead(again)).toMatchObject({ kind: 'refused' });
  });

  test('Q18 a dry run that the API server refuses ends it', async () => {
    map();
    cluster.switches.onWrite = ({ url: path }) =>
      path.includes('dryRun') ? failure(400, 'BadRequest', 'admission webhook "a" denied the request') : undefined;
    expect(await objects.delete(MAP)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('admission webhook'),
    });
    expect(deletions()).toHaveLength(1);
  });

  test('Q18 finalizers are waited for, and none is removed', async () => {
    map({ finalizers: ['shop.example.com/cleanup'] });
    expect(await objects.delete(MAP)).toMatchObject({ kind: 'accepted' });
    const { ending } = await objects.read(MAP);
    expect(ending?.waits).toContain('its finalizers shop.example.com/cleanup are waited for');
    expect(await objects.delete(MAP)).toMatchObject({ kind: 'refused', isInUse: true });
    expect(deletions()).toHaveLength(2);
    expect(cluster.requests.some(({ method }) => method === 'PATCH' || method === 'PUT')).toBe(false);
  });

  test('Q18 a right that is missing is named', async () => {
    map();
    cluster.switches.readOnly.add('configmaps');
    expect(await objects.delete(MAP)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('`delete configmaps`'),
    });
  });

  test.each([
    [429, 1],
    [503, 2],
  ])('Q18 a request answered with %d is not sent again; a look shows whether it did something', async (code, sent) => {
    map();
    cluster.switches.onWrite = ({ url: path }) =>
      path.includes('dryRun') === (code === 429) ? failure(code, 'Busy', 'slow down') : undefined;
    expect(await objects.delete(MAP)).toMatchObject({ kind: 'retry', afterMs: 30_000 });
    expect(deletions()).toHaveLength(sent);
  });

  test('Q18 an answer that is lost after the deletion is no success: a read by id decides', async () => {
    map();
    cluster.switches.onWrite = ({ url: path }) => {
      if (path.includes('dryRun')) return undefined;
      cluster.remove('v1', 'ConfigMap', 'shop', 'old');
      return failure(500, 'InternalError', 'etcd leader changed');
    };
    expect(await objects.delete(MAP)).toBeUndefined();
  });
});

describe('the guard of requests', () => {
  test('law 5 without a permit for this object nothing is sent, and no dry run either', async () => {
    map();
    const one = await objects.read(MAP);
    await expect(objects.session().delete([one])).rejects.toThrow(PermitError);
    await expect(objects.deleteRead(one, { permit: { denies: () => 'its permit is over' } })).rejects.toThrow(
      'its permit is over',
    );
    expect(deletions()).toEqual([]);
  });

  test('law 1 a group that went stale since the read: nothing is sent', async () => {
    cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
    const read = await objects.read(OLD);
    cluster.switches.stale.add('apps');
    expect(await objects.deleteRead(read)).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('not sent'),
    });
    expect(deletions()).toEqual([]);
  });
});

describe('the keep annotation', () => {
  const FOREVER = 'forever' as const;
  const DATE = Date.parse('2027-01-01T00:00:00Z');
  const keepOf = async () => (await objects.read(MAP)).annotations['holystone/keep'];
  const protect = async (until: number | 'forever' | undefined) => {
    const did = await objects.session().protect?.(await objects.read(MAP), until);
    return did?.did;
  };

  test('Q20 an opt-out is written and withdrawn; the rest of the object stays as it was', async () => {
    map({ annotations: { other: 'stays' } });
    expect(await protect(FOREVER)).toBe('written');
    expect(await keepOf()).toBe('always');
    expect(await protect(DATE)).toBe('written');
    expect(await keepOf()).toBe('2027-01-01T00:00:00.000Z');
    expect(await protect(undefined)).toBe('removed');
    const { annotations, content } = await objects.read(MAP);
    expect(annotations).toEqual({ other: 'stays' });
    expect(content).toMatchObject({ metadata: { managedFields: [{ manager: 'qbec' }] } });
  });

  test('Q20 a value that a person wrote stays where it keeps as long, and is put back where it does not', async () => {
    map({ annotations: { 'holystone/keep': '2026-12-24' } });
    expect(await protect(Date.parse('2026-12-01T00:00:00Z'))).toBe('alreadyKept');
    expect(await protect(FOREVER)).toBe('written');
    expect(await keepOf()).toBe('always');
    expect(await protect(undefined)).toBe('putBack');
    expect(await keepOf()).toBe('2026-12-24');
    // It is the person's again.
    expect(await protect(undefined)).toBe('notOurs');
    expect((await objects.read(MAP)).annotations).toEqual({ 'holystone/keep': '2026-12-24' });
  });

  test('Q20 an object that is gone or made again gets no annotation, and is not made anew', async () => {
    map();
    const read = await objects.read(MAP);
    cluster.remove('v1', 'ConfigMap', 'shop', 'old');
    await expect(objects.session().protect?.(read, FOREVER)).rejects.toThrow('uid mismatch');
    expect(isThere('old')).toBe(false);
    map();
    await expect(objects.session().protect?.(read, FOREVER)).rejects.toThrow('uid mismatch');
    expect(await keepOf()).toBeUndefined();
  });
});
