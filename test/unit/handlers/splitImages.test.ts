/** Images whose repository and tag stand in two members, as files of Flux, Argo CD, Helm and Kustomize have them. */
import { expect, test } from '@jest/globals';
import { looseAliases } from '../../../src/handlers/images/reference.ts';
import { splitImagesIn } from '../../../src/handlers/images/split.ts';

const HUB = 'hub.example.com';
const DIGEST = `sha256:${'a'.repeat(64)}`;
const ONE = `${HUB}/shop/web:1.2.3`;
const ALL = `${HUB}/shop/web/`;

test.each<[string, unknown, string]>([
  // https://fluxcd.io/flux/components/source/ocirepositories/
  ['a tag of an OCIRepository', { url: `oci://${HUB}/shop/web`, ref: { tag: '1.2.3' } }, ONE],
  ['its digest', { url: `oci://${HUB}/shop/web`, ref: { digest: DIGEST } }, `${HUB}/shop/web@${DIGEST}`],
  ['its range', { url: `oci://${HUB}/shop/web`, ref: { semver: '1.x' } }, ALL],
  ['no reference', { url: `oci://${HUB}/shop/web`, interval: '5m' }, ALL],
  // https://argo-cd.readthedocs.io/en/stable/user-guide/oci/ and /helm/
  ['an artifact of Argo CD', { repoURL: `oci://${HUB}/shop/web`, targetRevision: '1.2.3', path: '.' }, ONE],
  ['a chart of Argo CD', { repoURL: `${HUB}/shop`, chart: 'web', targetRevision: '1.2.3' }, ONE],
  ['a range of charts', { repoURL: `${HUB}/shop`, chart: 'web', targetRevision: '1.2' }, ALL],
  ['a chart without a version', { repoURL: `${HUB}/shop`, chart: 'web' }, ALL],
  [
    'parameters',
    {
      parameters: [
        { name: 'image.repository', value: `${HUB}/shop/web` },
        { name: 'image.tag', value: '1.2.3' },
      ],
    },
    ONE,
  ],
  ['values as a text', { helm: { values: `a: 1\nimage:\n  repository: ${HUB}/shop/web\n  tag: 1.2.3\n` } }, ONE],
  // https://fluxcd.io/flux/components/helm/helmreleases/
  ['values of a HelmRelease', { values: { image: { repository: `${HUB}/shop/web`, tag: '1.2.3' } } }, ONE],
  ['with a host beside it', { image: { registry: HUB, repository: 'shop/web', tag: '1.2.3', digest: '' } }, ONE],
  ['with a host for all', { global: { imageRegistry: HUB }, image: { repository: 'shop/web', tag: '1.2.3' } }, ONE],
  ['the tag of the chart', { image: { repository: `${HUB}/shop/web`, tag: '' } }, ALL],
  [
    'a chart whose repository is another object',
    { chart: 'web', version: '1.2.3+4', sourceRef: { name: 'hub' } },
    '~/web:1.2.3_4',
  ],
  ['a range of such', { chart: 'web', version: '>=1.0', sourceRef: { name: 'hub' } }, '~/web/'],
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#images
  ['images of a Kustomization', { images: [{ name: 'web', newName: `${HUB}/shop/web`, newTag: '1.2.3' }] }, ONE],
  ['a tag for a name', { images: [{ name: `${HUB}/shop/web`, newTag: '1.2.3' }] }, ONE],
  [
    'variables',
    {
      env: [
        { name: 'IMAGE_REPO', value: `${HUB}/shop/web` },
        { name: 'IMAGE_TAG', value: '1.2.3' },
      ],
    },
    ONE,
  ],
  // https://prometheus-operator.dev/docs/api-reference/api/
  ['an image beside its version', { image: `${HUB}/shop/web`, version: '1.2.3' }, ONE],
])('%s', (_what, tree, alias) => {
  expect([...splitImagesIn({ spec: tree })]).toContain(alias);
});

test.each<[string, unknown]>([
  ['a repository that a controller made', { name: 'shop/web', status: { repositoryURI: `${HUB}/shop/web` } }],
  ['a repository of charts', { type: 'oci', url: `oci://${HUB}` }],
  ['a container', { containers: [{ name: 'web', image: `${HUB}/shop/web:1.2.3` }] }],
])('%s keeps no repository', (_what, tree) => {
  expect([...splitImagesIn({ spec: tree })]).toEqual([]);
});

test('a tag is found by its repository, and by its last part', () => {
  const named = { host: HUB, repository: 'shop/web', tag: '1.2.3' };
  expect(looseAliases(named)).toEqual([ALL, '~/web/', '~/web:1.2.3']);
});
