/** The labels by which objects belong to an environment. */
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import { AS_WRITTEN, candidates, planned, verdictOf } from './fixture.ts';

let cluster: SandboxCluster;
let url: string;
beforeEach(async () => {
  cluster = new SandboxCluster();
  url = await cluster.listen();
});
afterEach(() => cluster.close());

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
  const plan = await planned(url, files, text);
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  expect(verdictOf(plan, '/ConfigMap/shop/dev')).toBe('not listed');
});

test.each(['!preview', '', 'team', 'team in (shop)', 'team!=shop'])(
  'Q2 the selector "%s" is refused: every object without a label could belong',
  async (selector) => {
    await expect(planned(url, files, by(`{ selector: "${selector}" }`))).rejects.toThrow('JSON');
    expect(cluster.asked).toEqual([]);
  },
);

test('Q1 the members of an ApplySet belong to the environment that its parent Secret names', async () => {
  const id = `applyset-${createHash('sha256').update('prod.shop.Secret.').digest('base64url')}-v1`;
  const member = { 'applyset.kubernetes.io/part-of': id };
  map('kept', member);
  map('old', member);
  map('argo', { ...member, 'argocd.argoproj.io/instance': 'shop' });
  map('other', { 'applyset.kubernetes.io/part-of': 'applyset-of-others-v1' });
  const plan = await planned(url, files, by('applyset'));
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  expect(verdictOf(plan, '/ConfigMap/shop/argo')).toContain('Argo CD manages it');
  expect(verdictOf(plan, '/ConfigMap/shop/other')).toBe('not listed');
});
