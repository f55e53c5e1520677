/** A release of the real Helm in a real kube-apiserver: its leftovers, and Holystone's verdicts about them. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AS_WRITTEN, candidates, planned, verdictOf } from '../integration/kubernetes/fixture.ts';
import { until } from '../support/until.ts';
import { goProgram, HELM } from './goPrograms.ts';
import { controlPlane, startRealCluster } from './kubernetes/realCluster.ts';
import { ask, type ClusterHere, kubeconfigOf } from './kubernetes/subject.ts';

const helm = await goProgram(HELM, process.env.HOLYSTONE_EXHAUSTIVE === 'true');
const real = await controlPlane(false);
const missing = [helm, real].find(({ kind }) => kind === 'unavailable');
if (missing?.kind === 'unavailable') process.stderr.write(`Helm: skipped, not passed (${missing.why})\n`);

const MAPS = '/api/v1/namespaces/shop/configmaps';
const RELEASE = AS_WRITTEN.replace('shop/prod', 'shop/web')
  .replace('ownership: qbec', 'ownership: helm')
  .replace('source: { dir: ./rendered }', 'minimumAge: 1s, unusedFor: 30d');

const template = (name: string, annotations = '{}') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  annotations: ${annotations}\n`;

(missing ? describe.skip : describe)('a release of the real Helm', () => {
  let here: ClusterHere;
  let folder: string;
  beforeAll(async () => {
    here = await startRealCluster(real.kind === 'there' ? real.path : '');
    folder = await mkdtemp(join(tmpdir(), 'holystone-helm-'));
    await writeFile(join(folder, 'kubeconfig'), kubeconfigOf(here, 'admin'), { mode: 0o600 });
  });
  afterAll(async () => {
    await here?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const run = (...args: readonly string[]) =>
    promisify(execFile)(
      helm.kind === 'there' ? helm.path : '',
      [...args, '--namespace', 'shop', '--kubeconfig', join(folder, 'kubeconfig')],
      {
        env: { ...process.env, HOME: folder },
      },
    );
  /** An object as the API server has it, to be written anew. */
  const written = async (name: string) => {
    const { json } = await ask(here, 'GET', `${MAPS}/${name}`);
    const { uid: _uid, resourceVersion: _version, managedFields: _fields, ...metadata } = json.metadata;
    return { ...json, metadata };
  };
  const chart = async (templates: Readonly<Record<string, string>>) => {
    await rm(join(folder, 'web'), { recursive: true, force: true });
    await mkdir(join(folder, 'web', 'templates'), { recursive: true });
    await writeFile(join(folder, 'web', 'Chart.yaml'), 'apiVersion: v2\nname: web\nversion: 0.1.0\n');
    for (const [name, text] of Object.entries(templates)) {
      await writeFile(join(folder, 'web', 'templates', `${name}.yaml`), text);
    }
  };

  test('Q1 Q3 Q11 keeps what its revisions name, its hooks and policies; a leftover is a candidate', async () => {
    const all = ['kept', 'policy', 'stuck', 'again'];
    const hook = template('hooked', '{ helm.sh/hook: pre-install }');
    const policy = template('policy', '{ helm.sh/resource-policy: keep }');
    await chart({ kept: template('kept'), policy, stuck: template('stuck'), again: template('again'), hook });
    await run('install', 'web', join(folder, 'web'), '--create-namespace');
    const [stuck, again] = [await written('stuck'), await written('again')];
    await chart({ kept: template('kept'), hook });
    await run('upgrade', 'web', join(folder, 'web'));
    // Objects that Helm ended come back, one as it wrote it, and one by a person who has an old copy.
    await ask(here, 'POST', `${MAPS}?fieldManager=helm`, { body: stuck });
    await ask(here, 'POST', MAPS, { body: again });
    const { json } = await ask(here, 'GET', MAPS);
    const names = json.items.map((one: { metadata: { name: string } }) => one.metadata.name);
    expect(names).toEqual(expect.arrayContaining([...all, 'hooked']));
    const kubeconfig = kubeconfigOf(here, 'admin');
    let plan = await planned(here.url, { kubeconfig }, RELEASE);
    await until('all of it is old enough', async () => {
      plan = await planned(here.url, { kubeconfig }, RELEASE);
      return !JSON.stringify(plan.document).includes('younger than');
    });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/stuck']);
    expect(verdictOf(plan, '/ConfigMap/shop/again')).toMatch(/helm never wrote it/);
    expect(verdictOf(plan, '/ConfigMap/shop/kept')).toContain('source release shop/web revision 2:');
    expect(verdictOf(plan, '/ConfigMap/shop/policy')).toMatch(/resource-policy is keep|revision 1:/);
    await run('uninstall', 'web', '--keep-history');
    const { code } = await planned(here.url, { kubeconfig }, RELEASE);
    expect(code).toBe(3);
  });
});
