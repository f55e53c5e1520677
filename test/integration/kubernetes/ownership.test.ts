/** The labels by which objects belong to an environment. */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { AS_WRITTEN, candidates, clusterForEach, commanded, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();

const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const map = (name: string, labels: Readonly<Record<string, string>>) =>
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop', labels } });
const by = (ownership: string) => AS_WRITTEN.replace('ownership: qbec', `ownership: ${ownership}`);

test('Q1 a selector of the entry owns objects, with the parts of the location in it', async () => {
  map('kept', { team: 'shop', stage: 'prod' });
  map('old', { team: 'shop', stage: 'prod' });
  map('preview', { team: 'shop', stage: 'prod', preview: '7' });
  map('dev', { team: 'shop', stage: 'dev' });
  map('qbec', { 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' });
  const text = by('{ selector: "team={application},stage={environment},!preview" }');
  const plan = await planned(cluster.url, files, text);
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  expect(verdictOf(plan, '/ConfigMap/shop/dev')).toBe('not listed');
});

test.each(['!preview', '', 'team', 'team in (shop)', 'team!=shop'])(
  'Q2 the selector "%s" is refused: every object without a label could belong',
  async (selector) => {
    await expect(planned(cluster.url, files, by(`{ selector: "${selector}" }`))).rejects.toThrow('JSON');
    expect(cluster.requests).toEqual([]);
  },
);

test.each([
  ['team={application}', '[shop/prod, shop/dev]', '"shop/prod" and "shop/dev" would own the same objects'],
  ['team={application}-{environment}', '[a/b-c, a-b/c]', '"a/b-c" and "a-b/c" would own the same objects'],
  ['team={application}', '["shop/*"]', 'each needs labels of its own: write `{environment}`'],
  ['team={application}-{environment}', 'all', 'cannot be separated'],
])(
  'Q1 Q23 the selector "%s" for %s is refused: each would miss the objects of the other in its source',
  async (selector, locations, says) => {
    const text = by(`{ selector: "${selector}" }`)
      .replace('[shop/prod]', locations)
      .replace('./rendered', '"./rendered/{application}/{environment}"');
    const { code, stderr } = await commanded(cluster.url, ['plan'], files, text);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
    expect(cluster.requests.filter(({ url: path }) => path.includes('labelSelector=team'))).toEqual([]);
  },
);

test('Q1 Q23 one location may have any selector, and several one that separates them', async () => {
  const validated = async (selector: string, locations: string) =>
    (
      await commanded(
        cluster.url,
        ['validate'],
        files,
        by(`{ selector: "${selector}" }`).replace('[shop/prod]', locations),
      )
    ).code;
  expect(await validated('team={application}', '[shop/prod, pay/prod]')).toBe(0);
  expect(await validated('team=shop', '[shop/prod]')).toBe(0);
});

test('Q1 the members of an ApplySet belong to the environment that its parent Secret names', async () => {
  const id = `applyset-${createHash('sha256').update('prod.shop.Secret.').digest('base64url')}-v1`;
  const member = { 'applyset.kubernetes.io/part-of': id };
  map('kept', member);
  map('old', member);
  map('argo', { ...member, 'argocd.argoproj.io/instance': 'shop' });
  map('other', { 'applyset.kubernetes.io/part-of': 'applyset-of-others-v1' });
  const plan = await planned(cluster.url, files, by('applyset'));
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  expect(verdictOf(plan, '/ConfigMap/shop/argo')).toContain('Argo CD manages it');
  expect(verdictOf(plan, '/ConfigMap/shop/other')).toBe('not listed');
});
