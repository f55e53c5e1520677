/** To which objects an object refers, by names in its fields and annotations. */
import { expect, test } from '@jest/globals';
import { isNamed, refersTo } from '../../../../src/handlers/kubernetes/objects/refersTo.ts';

const to = (kind: string, name: string, more: object = {}) => ({ group: '', kind, namespace: 'shop', name, ...more });
const uses = (object: object, one: ReturnType<typeof to>, from = 'shop') =>
  refersTo(object as Record<string, unknown>).some((named) => isNamed(named, one, from));
const annotated = (key: string, value: string) => ({ kind: 'Ingress', metadata: { annotations: { [key]: value } } });

test('Q16 a StatefulSet uses its claims also while it has no pods, and no others', () => {
  const set = {
    kind: 'StatefulSet',
    metadata: { name: 'web' },
    spec: { replicas: 0, volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
  };
  const names = ['data-web-0', 'data-web-12', 'data-web-', 'data-web-a', 'data-other-0', 'data-web-0-copy'];
  expect(names.filter((name) => uses(set, to('PersistentVolumeClaim', name)))).toEqual(['data-web-0', 'data-web-12']);
  expect(uses(set, to('PersistentVolumeClaim', 'data-web-0'), 'blog')).toBe(false);
});

test.each([
  ['nginx.ingress.kubernetes.io/auth-secret', 'basic', 'Secret', 'basic'],
  ['nginx.ingress.kubernetes.io/auth-tls-secret', 'shop/ca', 'Secret', 'ca'],
  ['nginx.ingress.kubernetes.io/default-backend', 'errors', 'Service', 'errors'],
  ['cert-manager.io/issuer', 'letsencrypt', 'Issuer', 'letsencrypt'],
  [
    'traefik.ingress.kubernetes.io/router.middlewares',
    'shop-auth@kubernetescrd,shop-gzip@kubernetescrd',
    'Middleware',
    'gzip',
  ],
  ['konghq.com/plugins', 'limits, auth', 'KongPlugin', 'auth'],
  ['kubernetes.io/ingress.class', 'public', 'IngressClass', 'public'],
])('Q16 the annotation %s: %s names a %s', (key, value, kind, name) => {
  expect(uses(annotated(key, value), to(kind, name))).toBe(true);
  expect(uses(annotated(key, value), to(kind, `${name}-other`))).toBe(false);
  expect(uses(annotated('example.com/note', value), to(kind, name))).toBe(false);
});

test.each([
  [
    'a Gateway with a certificate',
    { spec: { listeners: [{ tls: { certificateRefs: [{ name: 'tls' }] } }] } },
    'Secret',
    'tls',
  ],
  ['a custom resource with a Secret', { spec: { auth: { existingSecret: 'login' } } }, 'Secret', 'login'],
  [
    'a StorageClass with a Secret',
    { parameters: { 'csi.storage.k8s.io/node-publish-secret-name': 'csi' } },
    'Secret',
    'csi',
  ],
  [
    'a volume with a Secret',
    { spec: { csi: { nodeStageSecretRef: { name: 'stage', namespace: 'shop' } } } },
    'Secret',
    'stage',
  ],
  ['a Service of another name', { spec: { externalName: 'web.shop.svc.cluster.local' } }, 'Service', 'web'],
  ['a variable with an address', { env: [{ name: 'URL', value: 'http://api.shop.svc:8080/a' }] }, 'Service', 'api'],
  ['a binding of a policy', { spec: { policyName: 'no-latest' } }, 'ValidatingAdmissionPolicy', 'no-latest'],
  ['a parameter of a binding', { spec: { paramRef: { name: 'limits', namespace: 'shop' } } }, 'ConfigMap', 'limits'],
  ['an attached volume', { spec: { source: { persistentVolumeName: 'pv-1' } } }, 'PersistentVolume', 'pv-1'],
])('Q16 %s names the object', (_what, object, kind, name) => {
  expect(uses(object, to(kind, name))).toBe(true);
  expect(uses(object, to(kind, `${name}-other`))).toBe(false);
});

test('Q16 a ClusterRole is used where another takes over its rules by labels', () => {
  const view = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { 'example.com/to-view': 'true' } }] } };
  const role = (value: string) => to('ClusterRole', 'x', { namespace: '', labels: { 'example.com/to-view': value } });
  expect([uses(view, role('true')), uses(view, role('false'))]).toEqual([true, false]);
});
