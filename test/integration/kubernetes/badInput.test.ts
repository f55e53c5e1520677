/** Broken things around a cluster: one clear sentence each, no candidate, and no secret in it. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, kubeconfig, planned } from './fixture.ts';

const cluster = clusterForEach();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-bad-'));
  cluster.apply(applied('v1', 'ConfigMap', 'old', { namespace: 'shop' }));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, namespace: shop }\n' };

async function refused(more: Readonly<Record<string, string>>, sentence: string, text = AS_WRITTEN): Promise<void> {
  const plan = await planned(cluster.url, { ...files, ...more }, text);
  expect([candidates(plan), plan.code]).toEqual([[], 3]);
  expect(plan.output).toContain(sentence);
  expect(plan.output).not.toContain('s3cret');
}

const whole = () => JSON.parse(kubeconfig(cluster.url, { token: 's3cret' })) as Record<string, unknown>;
const server = (more: object) => [{ name: 'sandbox', cluster: { server: cluster.url, ...more } }];

test.each([
  ['is no YAML', () => 'clusters: [ {token: s3cret', 'it is not YAML'],
  ['is a list', () => '[s3cret]', 'the whole is not as Kubernetes has it'],
  ['is empty', () => '', 'the whole is not as Kubernetes has it'],
  ['has no current context', () => JSON.stringify({ ...whole(), 'current-context': '' }), 'has no `current-context`'],
  ['lacks the user', () => JSON.stringify({ ...whole(), users: [] }), 'it has no user'],
  ['lacks the cluster', () => JSON.stringify({ ...whole(), clusters: [] }), 'it has no cluster'],
  [
    'lets anybody answer',
    () => JSON.stringify({ ...whole(), clusters: server({ 'insecure-skip-tls-verify': true }) }),
    'insecure-skip-tls-verify',
  ],
  [
    'has a bomb of anchors',
    () => `a: &a [x,x]\nb: &b [${'*a,'.repeat(60)}]\nc: [${'*b,'.repeat(60)}]\n`,
    'it is not YAML',
  ],
])('Q22 a kubeconfig that %s is reported in one sentence', async (_what, content, sentence) => {
  await refused({ kubeconfig: content() }, sentence);
});

test('Q22 an expired token is reported, and that the server does not take it', async () => {
  cluster.switches.token = 'fresh';
  await refused({ kubeconfig: JSON.stringify(whole()) }, 'the API server does not accept the credentials');
});

test.each([
  ['fails', 'echo s3cret >&2; exit 4', 'it ends with exit code 4'],
  ['prints something else', 'echo s3cret', 'it does not print an ExecCredential'],
  ['prints no credentials', `echo '{"kind":"ExecCredential","status":{}}'`, 'neither a token nor a certificate'],
])('Q22 a program for credentials that %s is reported, without what it printed', async (_what, body, sentence) => {
  const command = join(folder, 'plugin');
  await writeFile(command, `#!/bin/sh\n${body}\n`);
  await chmod(command, 0o755);
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command };
  await refused({ kubeconfig: kubeconfig(cluster.url, { exec }) }, sentence);
});

test('Q22 a cluster that answers another uid than the account has is not looked at', async () => {
  const other = AS_WRITTEN.replace('kubeconfig:', 'id: 3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70, kubeconfig:');
  await refused({}, 'reaches the cluster', other);
  expect(cluster.requests.every(({ url: path }) => path.endsWith('/namespaces/kube-system'))).toBe(true);
});

test('Q4 a kind that exists twice, in two groups of different makers, is two kinds', async () => {
  const kind = { version: 'v1', kind: 'Basket', resource: 'baskets', namespaced: true };
  for (const group of ['one.example.com', 'two.example.com']) cluster.kinds.push({ group, ...kind });
  for (const group of ['one', 'two'])
    cluster.apply(applied(`${group}.example.com/v1`, 'Basket', 'b', { namespace: 'shop' }));
  const basket = 'apiVersion: one.example.com/v1\nkind: Basket\nmetadata: { name: b, namespace: shop }\n';
  const plan = await planned(cluster.url, { 'rendered/basket.yaml': basket });
  expect(candidates(plan)).toEqual(['/ConfigMap/shop/old', 'two.example.com/Basket/shop/b']);
});
