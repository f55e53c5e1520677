/** Who is notified about an object. */
import { expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, rows, verdictOf } from './fixture.ts';

const cluster = clusterForEach();

const WEB = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', namespace: 'shop' } });
const FILES = {
  'rendered/web.yaml': WEB,
  'owners.yaml': 'applications: [{ app: payments, owner: payments@example.com }]',
};
const TEXT = `
owner: { tags: [example.com/owner], order: [tags, registry, account, fallback], domains: [example.com], registry: { from: ./owners.yaml, tags: [team] } }
defaults: { notice: { fallback: cloud@example.com } }
${AS_WRITTEN}`;
const space = (name: string, more: object) =>
  cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...more } });

test('Q23 the owner is that of the annotation, of the namespace, of `owner.registry` by a label of either, or the fallback', async () => {
  space('shop', { annotations: { 'example.com/owner': 'shop@example.com' } });
  space('pay', { labels: { team: 'payments' } });
  const of = (name: string, namespace: string, more: object = {}) =>
    cluster.apply(applied('v1', 'ConfigMap', name, { namespace, ...more }));
  of('own', 'shop', { annotations: { 'Example.com/Owner': 'ann@example.com' } });
  of('of-space', 'shop');
  of('of-registry', 'pay');
  of('own-team', 'blog', { labels: { team: 'payments' } });
  of('of-nobody', 'blog');
  const plan = await planned(cluster.url, FILES, TEXT);
  const owners = rows(plan).map(({ id, owner }) => [id.split('/').at(-1), owner]);
  expect(Object.fromEntries(owners)).toEqual({
    own: 'ann@example.com',
    'of-space': 'shop@example.com',
    'of-registry': 'payments@example.com',
    'own-team': 'payments@example.com',
    'of-nobody': 'cloud@example.com',
  });
});

test('Q20 a namespace that somebody keeps keeps its objects; its end says nothing', async () => {
  space('shop', { annotations: { 'holystone/keep': 'always' } });
  space('blog', { labels: { expires: '2026-01-01' } });
  for (const namespace of ['shop', 'blog']) cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace }));
  const plan = await planned(
    cluster.url,
    FILES,
    AS_WRITTEN.replace('notInSource }', 'notInSource }, { rule: expired }'),
  );
  expect(candidates(plan)).toEqual(['/ConfigMap/blog/old']);
  expect(verdictOf(plan, '/ConfigMap/blog/old')).not.toContain('expires');
  expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('opted out forever');
});

test('Q20 the keep of a namespace counts as well as that of an object in it which ended, and the other way round', async () => {
  const always = { annotations: { 'holystone/keep': 'always' } };
  const ended = { annotations: { 'holystone/keep': '2020-01-01' } };
  space('shop', always);
  space('blog', ended);
  cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'shop', ...ended }));
  cluster.apply(applied('v1', 'ConfigMap', 'kept', { namespace: 'blog', ...always }));
  cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'blog', ...ended }));
  expect(candidates(await planned(cluster.url, FILES, AS_WRITTEN))).toEqual(['/ConfigMap/blog/old']);
});

test.each([
  ['one entry judges', ''],
  ['several entries judge', ', match: { attribute: { reference.kind: ConfigMap } }'],
])(
  'Q20 the end of a namespace by a key of the configuration says nothing about its objects, where %s',
  async (_who, match) => {
    space('blog', { labels: { 'delete-after': '2026-01-01' } });
    cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'blog' }));
    const own = AS_WRITTEN.replace('[{ rule: notInSource }]', `[{ rule: expired }]${match}`);
    const plan = await planned(cluster.url, FILES, `expiry: { keys: [delete-after] }\n${own}`);
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, '/ConfigMap/blog/old')).not.toContain('delete-after');
  },
);
