/** The same ApplySet for `kubectl apply --prune` and for Holystone: the measured columns of the table in docs/kubernetes.md. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { stringify } from 'yaml';
import { AS_WRITTEN, candidates, planned } from '../integration/kubernetes/fixture.ts';
import { until } from '../support/until.ts';
import { goProgram, KUBECTL } from './goPrograms.ts';
import { controlPlane, startRealCluster } from './kubernetes/realCluster.ts';
import { ask, type ClusterHere, create, kubeconfigOf } from './kubernetes/subject.ts';

const kubectl = await goProgram(KUBECTL, process.env.HOLYSTONE_EXHAUSTIVE === 'true');
const real = await controlPlane(false);
const missing = [kubectl, real].find(({ kind }) => kind === 'unavailable');
if (missing?.kind === 'unavailable') process.stderr.write(`kubectl: skipped, not passed (${missing.why})\n`);

const CORE = '/api/v1/namespaces/shop';
const MINE = AS_WRITTEN.replace('ownership: qbec', 'ownership: applyset, minimumAge: 1s, unusedFor: 1s');
const core = (kind: string, name: string, more: object = {}) => ({
  ...{ apiVersion: 'v1', kind, metadata: { name, namespace: 'shop', ...more } },
});
const kept = core('ConfigMap', 'kept');
const policy = core('ConfigMap', 'policy', { annotations: { 'helm.sh/resource-policy': 'keep' } });
const all = [kept, core('ConfigMap', 'left'), core('ConfigMap', 'mounted'), policy, core('Secret', 'data')];

(missing ? describe.skip : describe)('beside kubectl apply --prune --applyset', () => {
  let here: ClusterHere;
  let folder: string;
  beforeAll(async () => {
    here = await startRealCluster(real.kind === 'there' ? real.path : '');
    folder = await mkdtemp(join(tmpdir(), 'holystone-kubectl-'));
    await writeFile(join(folder, 'kubeconfig'), kubeconfigOf(here, 'admin'), { mode: 0o600 });
    await create(here, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  });
  afterAll(async () => {
    await here?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pruned = async (objects: readonly object[]) => {
    const file = join(folder, 'objects.yaml');
    await writeFile(file, objects.map((one) => stringify(one)).join('---\n'));
    const words = ['apply', '--prune', '--applyset=prod', '-n', 'shop', '-f', file];
    const { stdout } = await promisify(execFile)(
      kubectl.kind === 'there' ? kubectl.path : '',
      [...words, '--kubeconfig', join(folder, 'kubeconfig')],
      { env: { ...process.env, HOME: folder, KUBECTL_APPLYSET: 'true' } },
    );
    return [...stdout.matchAll(/^(\S+) pruned$/gm)].map(([, name]) => name).sort();
  };

  test('Q9 Q11 Q15 Q16 kubectl prunes what is used, owned, kept by policy or data; Holystone only the rest', async () => {
    expect(await pruned(all)).toEqual([]);
    const containers = [{ name: 'a', image: 'a' }];
    const volumes = [{ name: 'v', configMap: { name: 'mounted' } }];
    await create(here, `${CORE}/pods`, { ...core('Pod', 'user'), spec: { containers, volumes } });
    const { json: parent } = await ask(here, 'GET', `${CORE}/secrets/prod`);
    const labels = { 'applyset.kubernetes.io/part-of': parent.metadata.labels['applyset.kubernetes.io/id'] };
    const { json: owner } = await ask(here, 'GET', `${CORE}/configmaps/kept`);
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'kept', uid: owner.metadata.uid }];
    await create(here, `${CORE}/configmaps`, core('ConfigMap', 'owned', { labels, ownerReferences }));
    // As kubectl writes it; of the one above it never was the writer.
    const body = core('ServiceAccount', 'forgotten', { labels });
    const { status } = await ask(here, 'POST', `${CORE}/serviceaccounts?fieldManager=kubectl-client-side-apply`, {
      body,
    });
    expect(status).toBe(201);
    const files = { 'rendered/kept.yaml': stringify(kept), kubeconfig: kubeconfigOf(here, 'admin') };
    let plan = await planned(here.url, files, MINE);
    await until('all of it is old enough', async () => {
      plan = await planned(here.url, files, MINE);
      return !/younger than|last used/.test(JSON.stringify(plan.document));
    });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/left', '/ServiceAccount/shop/forgotten']);
    await expect(pruned([])).rejects.toThrow('no objects passed to apply');
    const gone = ['left', 'mounted', 'owned', 'policy'].map((name) => `configmap/${name}`);
    expect(await pruned([kept])).toEqual([...gone, 'secret/data']);
  });
});
