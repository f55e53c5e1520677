/** `holystone diff` of a sandbox cluster. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, clusterForEach, commanded } from './fixture.ts';

const cluster = clusterForEach();
beforeEach(async () => {
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
});

const shop = { namespace: 'shop' };
const WEB = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\n';
const files = { 'rendered/web.yaml': WEB };

test('Q8 diff prints each live object that is not in source, and why it is kept', async () => {
  cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  cluster.apply(applied('v1', 'Secret', 'old', shop));
  cluster.apply(applied('v1', 'ConfigMap', 'mine', { ...shop, annotations: { 'holystone/keep': 'always' } }));
  const { code, stdout, stderr } = await commanded(cluster.url, ['diff', 'shop/prod'], files);
  expect(stdout.split('\n')).toEqual([
    '- /ConfigMap/shop/mine  (kept: its annotation holystone/keep is always)',
    '- /ConfigMap/shop/old',
    '- /Secret/shop/old  (kept: it is a Secret: only `dataKinds` allows its deletion)',
    '',
  ]);
  expect([code, stderr]).toEqual([0, '3 of 4 live objects are not in source\n']);
});

test('Q8 diff prints JSON for programs, and asks no Redis', async () => {
  cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
  const { code, stdout } = await commanded(cluster.url, ['diff', 'shop/prod', '-o', 'json'], files);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      namespaces: [
        {
          namespace: 'kubernetes:prod:shop%2Fprod:object',
          ...{ live: 2, notInSource: [{ id: '/ConfigMap/shop/old' }], gaps: [] },
        },
      ],
    },
  ]);
});

describe('the exit code of diff', () => {
  const codeOf = async (options: readonly string[], of: Readonly<Record<string, string>> = files) =>
    (await commanded(cluster.url, ['diff', ...options], of)).code;

  test('Q8 is 0 where all is in source, and 4 with --exit-code where an object is not', async () => {
    expect(await codeOf(['shop/prod', '--exit-code'])).toBe(0);
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    expect([await codeOf(['shop/prod']), await codeOf(['shop/prod', '--exit-code'])]).toEqual([0, 4]);
  });

  test('Q3 Q7 is 3 where the source or a kind cannot be read, also with --exit-code', async () => {
    expect(await codeOf(['shop/prod', '--exit-code'], { 'rendered/web.yaml': '' })).toBe(3);
    cluster.switches.denied.add('configmaps');
    const { code, stdout, stderr } = await commanded(cluster.url, ['diff', 'shop/prod'], files);
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain('not compared: listing ConfigMap in shop in cluster prod: `list configmaps` is denied');
  });

  test('Q5 is 3 where the kind of an object is stale; the object is not called absent from source', async () => {
    cluster.kinds.push({
      group: 'extensions',
      version: 'v1beta1',
      kind: 'Ingress',
      resource: 'ingresses',
      namespaced: true,
    });
    cluster.apply(applied('networking.k8s.io/v1', 'Ingress', 'old', shop));
    cluster.switches.stale.add('extensions');
    const { code, stdout } = await commanded(cluster.url, ['diff', 'shop/prod'], files);
    expect([code, stdout]).toEqual([3, '']);
  });

  test('Q1 is 2 for an environment that no entry has, and names those it has', async () => {
    const { code, stderr } = await commanded(cluster.url, ['diff', 'shop/dev'], files);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/has no environment "shop\/dev"; it has shop\/prod/)]);
  });
});

test('Q8 diff asks for nothing but discovery, the uid of the cluster and one page of each kind', async () => {
  for (let index = 0; index < 400; index++) cluster.apply(applied('v1', 'ConfigMap', `map-${index}`, shop));
  await commanded(cluster.url, ['diff', 'shop/prod'], files, AS_WRITTEN);
  const lists = cluster.requests.map(({ url: path }) => path).filter((path) => path.includes('labelSelector'));
  expect(new Set(lists).size).toBe(lists.length);
  expect(cluster.requests.length - lists.length).toBeLessThanOrEqual(6);
});
