/** Releases of Helm: objects that Helm left behind, and objects that it means to leave. */
import { describe, expect, test } from '@jest/globals';
import { type HelmRevision, released, revisionSecret } from '../../support/helmRelease.ts';
import { AS_WRITTEN, candidates, clusterForEach, commanded, planned, verdictOf } from './fixture.ts';

const cluster = clusterForEach();

const RELEASE = AS_WRITTEN.replace('shop/prod', 'shop/web')
  .replace('ownership: qbec', 'ownership: helm')
  .replace('source: { dir: ./rendered }, ', '');
const MAP = '/ConfigMap/shop/';

const manifestOf = (...names: readonly string[]) =>
  names
    .map(
      (name) =>
        `---\n# Source: web/templates/${name}.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`,
    )
    .join('');
const map = (name: string, annotations = {}, release = 'web') =>
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: released(name, annotations, release) });
const revise = (...revisions: readonly HelmRevision[]) => {
  for (const one of revisions) cluster.apply(revisionSecret(one));
};
const verdict = async (name: string) => verdictOf(await planned(cluster.url, {}, RELEASE), `${MAP}${name}`);

test('Q1 Q3 an object of a release that its deployed revision does not name is a candidate; the others stay', async () => {
  revise(
    { version: 1, status: 'superseded', manifest: manifestOf('kept', 'old') },
    { version: 2, manifest: manifestOf('kept') },
  );
  for (const name of ['kept', 'old']) map(name);
  map('other', {}, 'api');
  cluster.apply({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'copied', namespace: 'shop', labels: { 'app.kubernetes.io/managed-by': 'Helm' } },
  });
  const plan = await planned(cluster.url, {}, RELEASE);
  expect(plan.document.namespaces[0]?.namespace).toBe('kubernetes:prod:shop%2Fweb:object');
  expect(candidates(plan)).toEqual([`${MAP}old`]);
  expect(verdictOf(plan, `${MAP}kept`)).toContain('source release shop/web revision 2:');
  expect(verdictOf(plan, `${MAP}other`)).toBe('not listed');
  expect(verdictOf(plan, `${MAP}copied`)).toBe('not listed');
  expect(cluster.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('Q3 a later revision that failed may have applied objects: the objects of both stay', async () => {
  revise({ version: 1, manifest: manifestOf('kept') }, { version: 2, status: 'failed', manifest: manifestOf('half') });
  for (const name of ['kept', 'half', 'old']) map(name);
  expect(candidates(await planned(cluster.url, {}, RELEASE))).toEqual([`${MAP}old`]);
});

test('Q3 a release whose driver was changed is not judged by the Secrets of yesterday', async () => {
  revise({ version: 1, manifest: manifestOf('kept') });
  for (const name of ['kept', 'new']) map(name);
  expect(candidates(await planned(cluster.url, {}, RELEASE))).toEqual([`${MAP}new`]);
  const labels = { owner: 'helm', name: 'web', status: 'deployed', version: '1' };
  const metadata = { name: 'sh.helm.release.v1.web.v1', namespace: 'shop', labels };
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { release: 'H4sI' } });
  const plan = await planned(cluster.url, {}, RELEASE);
  expect(candidates(plan)).toEqual([]);
  expect(JSON.stringify(plan)).toContain('Helm keeps it in ConfigMaps, too');
});

test('Q11 an object that a revision keeps stays, also without its annotation; so does one whose own annotation keeps it', async () => {
  const policy = manifestOf('policy').replace(
    'metadata:',
    'metadata:\n  annotations: { helm.sh/resource-policy: keep }',
  );
  revise({ version: 1, status: 'superseded', manifest: policy }, { version: 2, manifest: manifestOf('kept') });
  map('policy');
  map('live', { 'helm.sh/resource-policy': 'keep' });
  expect(await verdict('policy')).toContain('source release shop/web revision 1:');
  expect(await verdict('live')).toContain('helm.sh/resource-policy is keep');
});

test('Q8 Q11 hooks stay: those that the release names, and those that an earlier one left', async () => {
  revise({ version: 2, manifest: manifestOf('kept'), hooks: [manifestOf('hooked')] });
  map('hooked');
  map('earlier', { 'helm.sh/hook': 'pre-install' });
  expect(await verdict('hooked')).toContain('source release shop/web revision 2, hook:');
  expect(await verdict('earlier')).toContain('it is a hook of Helm (pre-install)');
});

test('Q13 another manager of an object of the release still keeps it', async () => {
  revise({ version: 1, manifest: manifestOf('kept') });
  map('argo', { 'argocd.argoproj.io/tracking-id': 'x' });
  expect(await verdict('argo')).toContain('Argo CD manages it');
});

test('Q13 objects of a release stay in environments of others', async () => {
  const of = released('theirs');
  const labels = { ...of.labels, 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' };
  cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...of, labels } });
  const files = { 'rendered/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
  expect(verdictOf(await planned(cluster.url, files), `${MAP}theirs`)).toContain('Helm manages it');
});

describe('everything is unknown', () => {
  const broken = (change: (data: { release: string }) => void) => () => {
    const secret = revisionSecret({ version: 1, manifest: manifestOf('kept') }) as unknown as {
      data: { release: string };
    };
    change(secret.data);
    cluster.apply(secret as never);
  };
  test.each([
    ['there is no release', () => {}, 'Helm keeps none of this name'],
    ...['pending-upgrade', 'pending-install', 'pending-rollback', 'uninstalling', 'unknown'].map(
      (status) =>
        [
          `its newest revision is ${status}`,
          () =>
            revise({ version: 1, manifest: manifestOf('kept') }, { version: 2, status, manifest: manifestOf('kept') }),
          'Helm is not done with it',
        ] as const,
    ),
    [
      'it is uninstalled, and its history is kept',
      () => revise({ version: 1, status: 'uninstalled', manifest: manifestOf('old') }),
      'Helm is not done with it',
    ],
    [
      'none of its revisions is deployed',
      () => revise({ version: 1, status: 'failed', manifest: manifestOf('kept') }),
      'none of its revisions is deployed',
    ],
    ['it declares nothing', () => revise({ version: 1, manifest: '' }), 'it declares no object'],
    [
      'its Secret is no gzip',
      broken((data) => {
        data.release = Buffer.from('H4sIAAAA').toString('base64');
      }),
      'cannot be read',
    ],
    [
      'its Secret is no JSON',
      broken((data) => {
        data.release = Buffer.from('aGFsbG8=').toString('base64');
      }),
      'cannot be read',
    ],
    [
      'its Secret is empty',
      broken((data) => {
        data.release = '';
      }),
      'cannot be read',
    ],
    ['its manifest is no YAML', () => revise({ version: 1, manifest: '{{ .Values.web }' }), 'not YAML'],
    [
      'an older revision cannot be read: it may keep objects',
      () => {
        revise({ version: 2, manifest: manifestOf('kept') });
        broken((data) => {
          data.release = '';
        })();
      },
      'v1 cannot be read',
    ],
    [
      'a Secret with its label is of another release',
      () => {
        revise({ version: 2, manifest: manifestOf('kept') });
        const other = revisionSecret({ version: 3, manifest: manifestOf('kept') }, 'shop', 'api');
        cluster.apply({ ...other, metadata: { ...other.metadata, labels: { ...other.metadata.labels, name: 'web' } } });
      },
      'of the release shop/api',
    ],
    [
      'Secrets may not be read',
      () => {
        revise({ version: 1, manifest: manifestOf('kept') });
        cluster.switches.denied.add('secrets');
      },
      '`list secrets` is denied',
    ],
  ] as const)('Q3 where %s', async (_what, arrange, says) => {
    arrange();
    map('old');
    const plan = await planned(cluster.url, {}, RELEASE);
    expect([plan.code, candidates(plan)]).toEqual([3, []]);
    expect(plan.output).toContain(says);
  });
});

test('Q3 a release that goes back to an earlier state is its newest revision: a rollback is deployed later', async () => {
  revise(
    { version: 1, status: 'superseded', manifest: manifestOf('kept') },
    { version: 2, status: 'superseded', manifest: manifestOf('kept', 'old') },
    { version: 3, manifest: manifestOf('kept') },
  );
  map('old');
  expect(candidates(await planned(cluster.url, {}, RELEASE))).toEqual([`${MAP}old`]);
});

test('Q3 a release has no other source, and an environment of others needs one', async () => {
  const both = RELEASE.replace('when:', 'source: { dir: ./rendered }, when:');
  expect((await commanded(cluster.url, ['plan'], {}, both)).stderr).toContain('the release itself, as Helm keeps it');
  const none = RELEASE.replace('helm', 'qbec');
  expect((await commanded(cluster.url, ['plan'], {}, none)).stderr).toContain('needs `source`');
});

test('Q1 every release of a namespace is found, and compared with itself', async () => {
  for (const name of ['web', 'api']) {
    cluster.apply(revisionSecret({ version: 1, manifest: manifestOf(`${name}-kept`) }, 'shop', name));
    map(`${name}-kept`, {}, name);
    map(`${name}-old`, {}, name);
  }
  const text = RELEASE.replace('[shop/web]', '["shop/*"], environments: helm');
  expect(candidates(await planned(cluster.url, {}, text))).toEqual([`${MAP}api-old`, `${MAP}web-old`]);
});

test('Q22 the reader may read Secrets where a release is the source', async () => {
  const text = RELEASE.replace('kubeconfig:', 'id: 3f0c7a51-8f0e-4d57-9d13-2b3c4d5e6f70, kubeconfig:');
  const { stdout } = await commanded(cluster.url, ['rbac', '--live'], {}, text);
  expect(stdout).toMatch(/- secrets\n/);
  expect(stdout.split('---')[1]).not.toContain('secrets');
});
