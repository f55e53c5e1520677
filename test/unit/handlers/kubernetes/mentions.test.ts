/** The names of other objects in the texts of an object, whatever fields they are in. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Living, LivingObjects } from '../../../../src/handlers/kubernetes/evidence/living.ts';
import { ServedKinds } from '../../../../src/handlers/kubernetes/mentions/fieldKinds.ts';
import { MentionReader } from '../../../../src/handlers/kubernetes/mentions/mentionsIn.ts';
import { namesIn } from '../../../../src/handlers/kubernetes/mentions/namesIn.ts';
import { fieldsIn } from '../../../../src/handlers/kubernetes/objects/files.ts';
import { idOf } from '../../../../src/handlers/kubernetes/objects/reference.ts';

type Fields = Readonly<Record<string, unknown>>;

const HELM = ['/Service', '/ServiceAccount', '/ConfigMap', '/Secret', 'apps/Deployment'];
const CUSTOM = [
  'cert-manager.io/Issuer',
  'cert-manager.io/ClusterIssuer',
  'cert-manager.io/Certificate',
  'traefik.io/Middleware',
  'traefik.io/IngressRoute',
  'networking.istio.io/Gateway',
  'external-secrets.io/SecretStore',
  'config.gatekeeper.sh/Config',
  'monitoring.coreos.com/Alertmanager',
  'kueue.x-k8s.io/LocalQueue',
  'autoscaling/HorizontalPodAutoscaler',
  'networking.k8s.io/Ingress',
  'batch/Job',
];
const KINDS = [...HELM, ...CUSTOM, '/Namespace', 'example.com/Thing'].map((one) => {
  const [group = '', kind = ''] = one.split('/');
  return { group, kind };
});
const reader = new MentionReader(new ServedKinds(KINDS));

/** The only other object in a cluster with one of each kind, all called alike. */
function living(
  kind: string,
  namespace: string,
  name: string,
  object: Fields,
  ownerUids: readonly string[] = [],
): Living {
  const [group = '', word = ''] = kind.split('/');
  const reference = { group, kind: word, namespace, name };
  const id = idOf(reference);
  const says = reader.read(object, reference);
  const metadata = { annotations: {}, labels: {}, finalizers: [] };
  return { id, uid: id, reference, by: id, refersTo: [], says, ownerUids, ...metadata, rootId: id };
}

/** The kinds of objects called `name` that another object uses, as `Service` or `Service shop`. */
function kept(
  object: Fields,
  { by = 'example.com/Thing', from = 'shop', name = 'web', at = 'shop', called = 'user' } = {},
) {
  const named = KINDS.map(({ group, kind }) => living(`${group}/${kind}`, kind === 'Namespace' ? '' : at, name, {}));
  const all = new LivingObjects([...named, living(by, from, called, object)]);
  return named
    .filter(({ reference }) => all.usersOf(reference).some(({ reference: user }) => user.name === called))
    .map(({ reference }) => reference.kind);
}

const every = KINDS.map(({ kind }) => kind);
const inNamespace = every.filter((kind) => kind !== 'Namespace');
const spec = (fields: Fields) => ({ spec: fields });
const annotated = (key: string, value: string) => ({ metadata: { annotations: { [key]: value } } });
const container = (fields: Fields) =>
  spec({ template: { spec: { containers: [{ name: 'web', image: 'web', ...fields }] } } });

test.each<readonly [string, Fields]>([
  ['a field that says no kind', spec({ upstream: 'web' })],
  ['a list', spec({ targets: ['a', 'web'] })],
  ['the name of an element of a list', spec({ targets: [{ name: 'web' }] })],
  ['a list in a text', spec({ targets: 'a, web' })],
  ['a place and a name in a text', spec({ target: 'shop/web' })],
  ['a kind and a name in a text', spec({ run: 'kubectl rollout restart deployment/web' })],
  ['JSON in an annotation', annotated('example.com/config', '{"default":"web"}')],
  ['YAML in a text', spec({ values: 'auth:\n  existing: web\n' })],
  ['a word of Kubernetes that another kind may have, too', spec({ job: 'web', config: 'web', gateway: 'web' })],
  ['a reference to a kind of another author', spec({ configRef: { name: 'web' } })],
  ['a variable', container({ env: [{ name: 'BACKUP_OF', value: 'web' }] })],
  ['a variable with the word of a kind', container({ env: [{ name: 'SERVICE_NAME', value: 'web' }] })],
  ['a list that only some authors use for one kind', spec({ rules: [{ backendRefs: [{ name: 'web' }] }] })],
  ['an argument', container({ args: ['--lock=web'] })],
  ['a kind that the cluster does not serve', spec({ ref: { kind: 'Widget', name: 'web' } })],
  ['the elements of a kind, which may be its Services', spec({ alertmanagers: [{ namespace: 'shop', name: 'web' }] })],
])('Q25 %s mentions objects of any kind', (_what, object) => {
  expect(kept(object)).toEqual(expect.arrayContaining(inNamespace));
});

/** As the documents of these projects write it; none of them was in front of us when the scan was written. */
test.each<readonly [project: string, kind: string, Fields]>([
  ['Kong', 'Thing', annotated('konghq.com/plugins', 'rate-limit, web')],
  ['OpenTelemetry', 'Thing', spec({ template: annotated('instrumentation.opentelemetry.io/inject-java', 'shop/web') })],
  ['Emissary', 'Service', spec({ prefix: '/api/', service: 'https://web.shop:8443' })],
  ['KubeVirt', 'Thing', spec({ template: { spec: { volumes: [{ name: 'disk', dataVolume: { name: 'web' } }] } } })],
  [
    'Flagger',
    'HorizontalPodAutoscaler',
    spec({ autoscalerRef: { apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', name: 'web' } }),
  ],
  ['ingress-nginx', 'Secret', annotated('nginx.ingress.kubernetes.io/auth-secret', 'shop/web')],
  ['ingress-nginx', 'Service', annotated('nginx.ingress.kubernetes.io/default-backend', 'web')],
])('Q25 a file for %s mentions a %s', (_project, kind, object) => {
  expect(kept(object)).toContain(kind);
});

test.each<readonly [string, readonly string[], Fields, string?]>([
  ['stableService', ['Service'], spec({ strategy: { canary: { stableService: 'web' } } })],
  ['serviceRef', ['Service'], spec({ serviceRef: { name: 'web' } })],
  ['services', ['Service'], spec({ routes: [{ services: [{ name: 'web', port: 80 }] }] })],
  ['serviceAccountName', ['ServiceAccount'], spec({ template: { serviceAccountName: 'web' } })],
  [
    'configMapKeyRef',
    ['ConfigMap'],
    container({ env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'web' } } }] }),
  ],
  ['secretName', ['Secret'], spec({ tls: [{ secretName: 'web' }] })],
  ['issuerRef', ['Issuer', 'ClusterIssuer'], spec({ issuerRef: { name: 'web' } })],
  ['gateways of Istio', ['Gateway'], spec({ gateways: ['web'] }), 'networking.istio.io/VirtualService'],
  [
    'backendRefs of the Gateway API',
    ['Service'],
    spec({ rules: [{ backendRefs: [{ name: 'web' }] }] }),
    'gateway.networking.k8s.io/HTTPRoute',
  ],
  [
    'the reference to a kind of its own author',
    ['SecretStore'],
    spec({ secretStoreRef: { name: 'web' } }),
    'external-secrets.io/ExternalSecret',
  ],
  ['a kind beside the name', ['Deployment'], spec({ scaleTargetRef: { kind: 'Deployment', name: 'web' } })],
  [
    'a right to one object',
    ['ConfigMap'],
    { rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['web'], verbs: ['get'] }] },
  ],
  ['an annotation', ['Issuer', 'ClusterIssuer'], annotated('cert-manager.io/cluster-issuer', 'web')],
  ['a URL', ['Service'], container({ args: ['--to=http://web:80/x'] })],
  ['the nodes of an operator', ['LocalQueue'], spec({ nodeSelector: { 'kueue.x-k8s.io/pool': 'web' } })],
  [
    'a whole object',
    ['ConfigMap'],
    spec({ manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web' } } }),
  ],
])('Q26 %s mentions %j and no other kind', (...[, kinds, object, by]) => {
  expect(kept(object, by === undefined ? {} : { by })).toEqual(kinds);
});

test.each<readonly [string, Fields, string?]>([
  ['labels', { metadata: { labels: { app: 'web', 'app.kubernetes.io/name': 'web' } } }],
  [
    'selectors',
    spec({ selector: { app: 'web' }, podSelector: { matchLabels: { app: 'web' } }, labelSelector: 'app=web' }),
  ],
  ['its own metadata', { metadata: { name: 'web', generateName: 'web', ownerReferences: [{ name: 'web' }] } }],
  ['the fields that others wrote', { metadata: { managedFields: [{ manager: 'web' }] } }],
  ['what was applied', annotated('kubectl.kubernetes.io/last-applied-configuration', '{"spec":{"upstream":"web"}}')],
  ['a release', annotated('meta.helm.sh/release-name', 'web')],
  ['a checksum', annotated('checksum/config', 'web')],
  ['its status', { status: { replicas: [{ name: 'web' }], phase: 'web' } }],
  [
    'the name of a container, a port, a mount',
    container({ ports: [{ name: 'web', containerPort: 1 }], volumeMounts: [{ name: 'web', mountPath: 'web' }] }),
  ],
  ['the name of a variable', container({ env: [{ name: 'web', value: 'x' }] })],
  ['a volume of the same pod', spec({ containers: [], volumes: [{ name: 'web', emptyDir: {} }] })],
  [
    'a claim that its pods get',
    spec({ volumeClaimTemplates: [{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web' } }] }),
  ],
  ['an image', container({ image: 'shop/web:web' })],
  ['a port', spec({ ports: [{ port: 80, targetPort: 'web' }] })],
  ['a right', { rules: [{ resources: ['web'], resourceNames: ['web'], verbs: ['web'] }] }],
  [
    'the shape of objects',
    spec({ versions: [{ schema: { openAPIV3Schema: { description: 'web', enum: ['web'] } } }] }),
    'apiextensions.k8s.io/CustomResourceDefinition',
  ],
  [
    'the address of a Service',
    spec({ parentRef: { resource: 'services', namespace: 'shop', name: 'web' } }),
    'networking.k8s.io/IPAddress',
  ],
  [
    'a report',
    { results: [{ resources: [{ kind: 'Service', name: 'web', namespace: 'shop' }] }] },
    'wgpolicyk8s.io/PolicyReport',
  ],
  ['a part of a name', spec({ upstream: 'web-2', other: 'a-web', third: 'webs' })],
])('Q27 %s mentions nothing', (...[, object, by]) => {
  expect(kept(object, by === undefined ? {} : { by })).toEqual([]);
});

/** Beside each line of what is none: the same word at the nearest place where it is one. */
test.each<readonly [string, Fields]>([
  ['a field called as a label', spec({ app: 'web' })],
  ['the name in a selector', spec({ selector: { name: 'web' } })],
  ['an object in a selector', spec({ selector: { secretRef: { name: 'web' } } })],
  ['a field of metadata that is no own', spec({ metadata: { backend: 'web' } })],
  ['an annotation of another tool', annotated('example.com/last-applied', 'web')],
  ['what a provisioned service binds', { status: { binding: { name: 'web' } } }],
  ['a volume beside no container', spec({ volumes: [{ name: 'web' }] })],
  ['a list of ports of somebody', spec({ ports: [{ name: 'web' }] })],
  ['an image that is no image', spec({ image: 'web' })],
  ['a key of a remote secret', spec({ remoteRef: { key: 'web', property: 'password' } })],
  ['a list of resources that are no rights', spec({ resources: ['web'] })],
  ['a sentence', annotated('example.com/note', 'restart web at night')],
])('Q27 %s mentions', (_what, object) => {
  expect(kept(object)).toEqual(expect.arrayContaining(['Secret']));
});

test('Q26 a label of an operator mentions its own kinds and those of other authors, and none of Kubernetes', () => {
  const labelled = { metadata: { labels: { 'kueue.x-k8s.io/queue-name': 'web' } } };
  const own = HELM.map((one) => one.split('/')[1]);
  expect(kept(labelled)).toEqual(
    every.filter(
      (kind) => ![...own, 'Namespace', 'HorizontalPodAutoscaler', 'Ingress', 'IngressRoute', 'Job'].includes(kind),
    ),
  );
});

test('Q28 a name without a namespace is beside the object, in a namespace that the object says, or of the whole cluster', () => {
  const elsewhere = { at: 'blog' };
  expect(kept(spec({ upstream: 'web' }), elsewhere)).toEqual(['Namespace']);
  expect(kept(spec({ upstream: 'web' }), { ...elsewhere, from: '' })).toEqual(every);
  const values = { values: { existing: 'web' } };
  expect(kept(spec({ ...values, targetNamespace: 'blog' }), elsewhere)).toEqual(every);
  expect(kept(container({ args: ['--namespace=blog', '--lock=web'] }), elsewhere)).toEqual(every);
  expect(kept(spec({ ref: { name: 'web', namespace: 'blog' } }), elsewhere)).toEqual(every);
  expect(kept(spec({ ref: { name: 'web', namespace: 'blog' } }))).toEqual(['Namespace']);
});

test.each([
  'blog/web',
  'web.blog',
  'web.blog.svc.cluster.local',
  'db-0.web.blog',
  'http://web.blog/x',
  'system:serviceaccount:blog:web',
])('Q28 the text "%s" means the object of that namespace', (text) => {
  expect(kept(spec({ to: text }), { at: 'blog' })).toContain('Service');
  expect(kept(spec({ to: text }), { at: 'team' })).not.toContain('Service');
});

test('Q28 the namespace beside a name is its place; one alone mentions the Namespace', () => {
  expect(kept(spec({ subject: { name: 'x', namespace: 'web' } }))).toEqual([]);
  expect(kept(spec({ destination: { server: 'x', namespace: 'web' } }))).toEqual(['Namespace']);
});

test('Q26 a container that says the name of its own workload means no autoscaler and no route of that name', () => {
  const object = container({ env: [{ name: 'APP', value: 'web' }] });
  const own = kept(object, { by: 'apps/StatefulSet', called: 'web', name: 'web' });
  expect(own).toContain('ConfigMap');
  expect(own).not.toContain('HorizontalPodAutoscaler');
  expect(kept(object)).toContain('HorizontalPodAutoscaler');
});

const NAME = 'blue-7';
const key = fc.oneof(
  fc.constantFrom('spec', 'data', 'config', 'to', 'items', 'name', 'ref', 'backend'),
  fc.stringMatching(/^[a-z]{3,9}$/),
);
const text = fc.constantFrom(
  NAME,
  `a, ${NAME}`,
  `shop/${NAME}`,
  `${NAME}.shop`,
  `http://${NAME}.shop:80/`,
  `x=${NAME}`,
  JSON.stringify({ to: NAME }),
);
const filling = fc.dictionary(key, fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.array(fc.string())), {
  maxKeys: 3,
});
const path = fc.array(fc.tuple(key, fc.boolean(), filling), { minLength: 1, maxLength: 5 });

test('Q25 law 13 whatever object is added, at whichever path it names another one: that one is used', () => {
  fc.assert(
    fc.property(path, text, (steps, said) => {
      const object = steps.reduceRight<unknown>(
        (value, [step, isList, beside]) => ({ ...beside, [step]: isList ? [value] : value }),
        said,
      ) as Fields;
      expect(kept({ wrapped: object }, { name: NAME })).toContain('Service');
    }),
    { numRuns: 300 },
  );
});

test('Q25 law 13 an object that is added never makes another one less used', () => {
  fc.assert(
    fc.property(path, text, path, (one, said, other) => {
      const object = (steps: typeof one, value: unknown) =>
        steps.reduceRight<unknown>((inner, [step]) => ({ [step]: inner }), value) as Fields;
      const target = living('/Service', 'shop', NAME, {});
      const user = living('example.com/Thing', 'shop', 'user', object(one, said));
      const added = living('example.com/Thing', 'shop', 'added', object(other, said));
      const users = (all: readonly Living[]) => new LivingObjects(all).usersOf(target.reference).map(({ id }) => id);
      expect(users([target, user, added])).toEqual(expect.arrayContaining(users([target, user]) as string[]));
    }),
    { numRuns: 100 },
  );
});

/** Each would take time by the square of its length where an expression had no end. */
test.each([
  'a',
  'a-',
  'a.',
  'a=[',
  'a: [x',
  '- a\n',
  '-',
  '- ',
  "- '",
  'a = ["',
  '/a',
  '/A',
  'k8s://',
  'a/B/',
  'a@kubernetes',
  'a!',
])('Q28 of 200,000 times %j the last word is read', (part) => {
  const names = namesIn(`${part.repeat(200_000)} shop/last`);
  expect(names).toContainEqual({ name: 'last', namespace: 'shop' });
  expect([...fieldsIn(`${part.repeat(200_000)}\nlast: web\n`)]).toContainEqual(['last', 'web']);
});
