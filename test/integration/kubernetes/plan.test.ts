/** The type `object` in plans of a sandbox cluster whose switches play the behaviour of real API servers. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  AS_WRITTEN,
  applied,
  candidates,
  clusterForEach,
  kubeconfig,
  ON_THE_PAGE,
  planned,
  verdictOf,
} from './fixture.ts';

const cluster = clusterForEach();

const shop = { namespace: 'shop' };
const WEB = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
`;

test('Q8 the configuration of the behaviour page plans as written', async () => {
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
  cluster.apply({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'foreign', ...shop } });
  const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB }, ON_THE_PAGE);
  expect(plan.document.namespaces).toMatchObject([
    { namespace: 'kubernetes:prod:shop%2Fprod:object', status: 'complete', live: false },
  ]);
  expect(candidates(plan)).toEqual(['apps/Deployment/shop/old']);
  expect(verdictOf(plan, 'apps/Deployment/shop/old')).toContain('it is not in source');
  expect(verdictOf(plan, 'apps/Deployment/shop/web')).toContain('used by source web.yaml:2');
  expect(verdictOf(plan, 'apps/Deployment/shop/foreign')).toBe('not listed');
});

describe('the objects of an environment', () => {
  test('Q1 without a tag, an object that has one belongs to another environment; with a tag, only those with it', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'plain', shop));
    cluster.apply(applied('v1', 'ConfigMap', 'tagged', { ...shop, labels: { 'qbec.io/tag': 'pr-7' } }));
    cluster.apply(applied('v1', 'ConfigMap', 'elsewhere', { ...shop, labels: { 'qbec.io/environment': 'dev' } }));
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual(['/ConfigMap/shop/plain']);
    const tagged = AS_WRITTEN.replace('source:', 'tag: pr-7, source:');
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }, tagged))).toEqual([
      '/ConfigMap/shop/tagged',
    ]);
  });

  test('Q2 kinds and components narrow the objects that may be deleted', async () => {
    const component = (name: string) => ({ ...shop, annotations: { 'qbec.io/component': name } });
    cluster.apply(applied('v1', 'ConfigMap', 'one', component('one')));
    cluster.apply(applied('v1', 'ConfigMap', 'two', component('two')));
    cluster.apply(applied('v1', 'ConfigMap', 'none', shop));
    cluster.apply(applied('apps/v1', 'Deployment', 'one', component('one')));
    cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
    const narrow = (keys: string) => AS_WRITTEN.replace('source:', `${keys}, source:`);
    const files = { 'rendered/web.yaml': WEB };
    expect(candidates(await planned(cluster.url, files, narrow('components: [one]')))).toEqual([
      '/ConfigMap/shop/one',
      'apps/Deployment/shop/one',
    ]);
    expect(candidates(await planned(cluster.url, files, narrow('kinds: [Deployment.apps]')))).toEqual([
      'apps/Deployment/shop/one',
    ]);
  });
});

describe('the source', () => {
  beforeEach(() => {
    cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  });

  test('Q3 folders, files of several documents, JSON and lists declare objects; other files do not', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) cluster.apply(applied('v1', 'ConfigMap', name, shop));
    const map = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } });
    const plan = await planned(cluster.url, {
      'rendered/web.yaml': `${WEB}---\n${JSON.stringify(map('a'))}\n---\n# nothing\n---\n`,
      'rendered/more/b.json': JSON.stringify(map('b')),
      'rendered/list.yml': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [map('c'), map('d')] }),
      'rendered/README.md': JSON.stringify(map('e')),
    });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/e']);
  });

  test.each([
    ['is empty', { 'rendered/web.yaml': '# nothing' }, 'declares no object'],
    ['is not there', {}, 'ENOENT'],
    ['is no YAML', { 'rendered/web.yaml': `${WEB}---\nkind: [` }, 'web.yaml:'],
    ['has a document that is no object', { 'rendered/web.yaml': `${WEB}---\nreplicas: 3\n` }, 'apiVersion is missing'],
    ['has an object without a name', { 'rendered/web.yaml': 'apiVersion: v1\nkind: Secret\n' }, 'has no name'],
    ['declares one object twice', { 'rendered/a.yaml': WEB, 'rendered/b.yaml': WEB }, 'a.yaml:2 and b.yaml:2 both'],
    [
      'declares one object in two groups',
      { 'rendered/a.yaml': `${WEB}---${WEB.replace('apps/v1', 'extensions/v1beta1')}` },
      'both declare',
    ],
  ])(
    'Q3 a source that %s proves nothing: everything is unknown, and the plan is incomplete',
    async (_what, files, why) => {
      const plan = await planned(cluster.url, files);
      expect(candidates(plan)).toEqual([]);
      expect(plan.code).toBe(3);
      expect(verdictOf(plan, 'apps/Deployment/shop/web')).toMatch(/^unknown: /);
      expect(verdictOf(plan, 'apps/Deployment/shop/web')).toContain(why);
    },
  );

  test('Q3 an empty source counts where the entry accepts it', async () => {
    const plan = await planned(
      cluster.url,
      { 'rendered/web.yaml': '' },
      AS_WRITTEN.replace('source:', 'allowEmpty: true, source:'),
    );
    expect(candidates(plan)).toEqual(['apps/Deployment/shop/web']);
  });

  test('Q3 anchors that stand for too many copies are refused', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, at) => `l${at + 1}: &l${at + 1} [${Array(9).fill(`*l${at}`).join(',')}]`,
    );
    const bomb = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: bomb }\nl0: &l0 [x]\n${levels.join('\n')}\n`;
    const plan = await planned(cluster.url, { 'rendered/web.yaml': bomb });
    expect(verdictOf(plan, 'apps/Deployment/shop/web')).toContain('its anchors stand for too many copies');
  });
});

describe('the same object under other names', () => {
  test('Q4 a group that Kubernetes renamed declares the same object', async () => {
    cluster.apply(applied('networking.k8s.io/v1', 'Ingress', 'web', shop));
    const old = 'apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: { name: web, namespace: shop }\n';
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': old }))).toEqual([]);
  });

  test('Q4 an object that two groups serve is listed once', async () => {
    cluster.kinds.push({
      group: 'extensions',
      version: 'v1beta1',
      kind: 'Ingress',
      resource: 'ingresses',
      namespaced: true,
    });
    cluster.apply(applied('networking.k8s.io/v1', 'Ingress', 'old', shop));
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual(['networking.k8s.io/Ingress/shop/old']);
    const listings = cluster.requests.filter(({ url: path }) => /\/ingresses\?.*labelSelector/.test(path));
    expect(listings).toHaveLength(1);
  });

  test('Q5 while an old group of a kind does not answer, objects of its new group are unknown', async () => {
    const ingress = { version: 'v1beta1', kind: 'Ingress', resource: 'ingresses', namespaced: true };
    cluster.kinds.push({ group: 'extensions', ...ingress });
    cluster.apply(applied('networking.k8s.io/v1', 'Ingress', 'old', shop));
    cluster.switches.stale.add('extensions');
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual([]);
    expect(verdictOf(plan, 'networking.k8s.io/Ingress/shop/old')).toMatch(/^unknown: .*extensions\/v1beta1 stale/);
  });

  test('Q5 a kind in source that the server does not know says nothing about others', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    const plan = await planned(cluster.url, {
      'rendered/web.yaml': `${WEB}---\napiVersion: shop.example.com/v1\nkind: Basket\nmetadata: { name: a }\n`,
    });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  });

  test.each([[true], [false]])(
    'Q5 Q24 objects of a group that does not answer are not absent (aggregated discovery: %s)',
    async (aggregated) => {
      cluster.switches.aggregated = aggregated;
      cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
      cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
      cluster.switches.stale.add('apps');
      const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
      expect(candidates(plan)).toEqual([]);
      expect(verdictOf(plan, 'apps/Deployment/shop/old')).toBe('not listed');
      // Workloads in it may refer to others.
      expect(verdictOf(plan, '/ConfigMap/shop/old')).toMatch(/^unknown: .*apps/);
    },
  );

  test('Q6 Q24 an object in a namespace that source no longer names is found, and so is one of the whole cluster, in its case', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'left', { namespace: 'dropped' }));
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'Team:Admin'));
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual([
      '/ConfigMap/dropped/left',
      'rbac.authorization.k8s.io/ClusterRole//Team:Admin',
    ]);
  });

  test('Q6 a source may write a namespace at an object of the whole cluster, and leave it out at another', async () => {
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'reader'));
    cluster.apply(applied('v1', 'ConfigMap', 'web', shop));
    const text = `
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: { name: reader, namespace: shop }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
`;
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': text }))).toEqual([]);
  });
});

describe('listing', () => {
  const maps = (count: number) => {
    for (let at = 0; at < count; at++) cluster.apply(applied('v1', 'ConfigMap', `m${at}`, shop));
  };

  test('Q7 Q24 every page is read; a listing whose place the server forgot begins again', async () => {
    cluster.switches.pageSize = 3;
    cluster.switches.expired = 2;
    maps(10);
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toHaveLength(10);
    expect(cluster.requests.some(({ url: path }) => path.includes('inconsistent'))).toBe(false);
  });

  test('Q7 a listing that never ends makes the plan incomplete', async () => {
    cluster.switches.pageSize = 3;
    cluster.switches.expired = 100;
    maps(10);
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual([]);
    expect(plan.code).toBe(3);
    expect(plan.output).toContain('listing ConfigMap in cluster prod: the API server answers 410');
  });

  test('Q7 a kind that may not be listed is left out; the others go on', async () => {
    cluster.switches.denied.add('secrets');
    maps(1);
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual(['/ConfigMap/shop/m0']);
  });

  test('Q7 a busy server is asked again', async () => {
    cluster.switches.busy = { times: 2, status: 429, retryAfter: '0' };
    maps(1);
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual(['/ConfigMap/shop/m0']);
  });
});

describe('the safeguards of an object', () => {
  const owned = { ownerReferences: [{ apiVersion: 'v1', kind: 'Job', name: 'nightly', uid: 'u' }] };
  /** The verdict of an object that source does not declare. */
  async function verdictOn(...given: Parameters<typeof applied>): Promise<string> {
    const { apiVersion, kind, metadata } = cluster.apply(applied(...given));
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual([]);
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    return verdictOf(plan, [group, kind, metadata.namespace ?? '', metadata.name].join('/'));
  }
  const map = (more: object) => ['v1', 'ConfigMap', 'x', { ...shop, ...more }] as const;

  test('Q9 an object that another owns is kept', async () => {
    expect(await verdictOn(...map(owned))).toContain('owner: Job nightly owns it');
  });

  test.each([
    ['directives.qbec.io/delete-policy', 'never', 'delete-policy is never'],
    ['directives.qbec.io/delete-policy', 'Never', 'has the value Never, which Holystone does not know'],
    ['helm.sh/resource-policy', 'keep', 'resource-policy is keep'],
    ['argocd.argoproj.io/sync-options', 'Validate=false, Prune=false', 'sync-options is'],
    ['kustomize.toolkit.fluxcd.io/prune', 'disabled', 'prune is disabled'],
    ['holystone/keep', 'always', 'opted out forever'],
    ['holystone/Keep', 'always', 'opted out forever'],
    ['holystone:keep', 'always', 'opted out forever'],
    ['holystone/keep\u200b', 'always', 'opted out forever'],
  ])('Q11 the annotation %s: %s keeps an object', async (key, value, why) => {
    expect(await verdictOn(...map({ annotations: { [key]: value } }))).toContain(why);
  });

  test('Q25 the PriorityClass that every pod without one gets is kept', async () => {
    const of = { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' };
    cluster.kinds.push({ ...of, resource: 'priorityclasses', namespaced: false });
    for (const name of ['normal', 'other'])
      cluster.apply({
        ...applied('scheduling.k8s.io/v1', 'PriorityClass', name),
        ...{ value: 1000, globalDefault: name === 'normal' },
      });
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual(['scheduling.k8s.io/PriorityClass//other']);
    expect(verdictOf(plan, 'scheduling.k8s.io/PriorityClass//normal')).toContain('`globalDefault` is true');
  });

  test('Q20 the label holystone/keep keeps like the annotation; the longer of the two counts', async () => {
    const labels = { 'holystone/keep': 'always' };
    expect(await verdictOn(...map({ labels, annotations: { 'holystone/keep': '2020-01-01' } }))).toContain('forever');
  });

  test('Q12 an object whose name the API server made is kept', async () => {
    expect(await verdictOn('batch/v1', 'Job', 'x', { ...shop, generateName: 'x-' })).toContain('made its name');
  });

  test.each([
    ['argocd.argoproj.io/tracking-id', 'a', 'Argo CD manages it'],
    ['app.kubernetes.io/managed-by', 'Helm', 'Helm manages it'],
    ['kustomize.toolkit.fluxcd.io/name', 'apps', 'Flux manages it'],
  ])('Q13 an object with the label %s: %s is kept', async (key, value, why) => {
    expect(await verdictOn(...map({ labels: { [key]: value } }))).toContain(why);
  });

  test('Q14 objects in the namespaces of Kubernetes are kept', async () => {
    expect(await verdictOn(...map({ namespace: 'kube-system' }))).toContain('in the namespace kube-system');
  });

  test.each([
    ['v1', 'Secret', 'shop'],
    ['v1', 'PersistentVolumeClaim', 'shop'],
    ['v1', 'PersistentVolume', undefined],
    ['v1', 'Namespace', undefined],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition', undefined],
  ])('Q15 without `dataKinds` a %s %s is kept', async (apiVersion, kind, namespace) => {
    const verdict = await verdictOn(apiVersion, kind, 'x', namespace ? { namespace } : {});
    expect(verdict).toContain('only `dataKinds` allows its deletion');
  });

  test('Q18 an object that somebody is deleting is left alone, and its finalizers are named', async () => {
    const deletionTimestamp = new Date(Date.now() - 600_000).toISOString();
    const ending = { deletionTimestamp, finalizers: ['a/b'] };
    expect(await verdictOn(...map(ending))).toContain('its finalizers a/b are waited for');
  });

  test('Q9 an object with an owner is judged where the entry says so', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'x', { ...shop, ...owned }));
    const judge = AS_WRITTEN.replace('source:', 'owned: judge, source:');
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }, judge))).toEqual(['/ConfigMap/shop/x']);
  });

  test('Q10 kinds that Kubernetes makes itself are never listed', async () => {
    cluster.apply(applied('v1', 'Endpoints', 'web', shop));
    cluster.apply(applied('v1', 'Event', 'web', shop));
    expect(verdictOf(await planned(cluster.url, { 'rendered/web.yaml': WEB }), '/Endpoints/shop/web')).toBe(
      'not listed',
    );
    expect(cluster.requests.some(({ url: path }) => /endpoints|events|nodes/.test(path))).toBe(false);
  });

  test('Q15 a data kind that the entry names may go', async () => {
    cluster.apply(applied('v1', 'Secret', 'x', shop));
    const named = AS_WRITTEN.replace('source:', 'dataKinds: [Secret], source:');
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }, named))).toEqual(['/Secret/shop/x']);
  });
});

describe('the cluster', () => {
  const withId = (id: string) => AS_WRITTEN.replace('locations:', `id: ${id}, locations:`);

  test('Q22 the uid of kube-system must be the id of the account', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }, withId(cluster.uid)))).toHaveLength(1);
    const other = await planned(
      cluster.url,
      { 'rendered/web.yaml': WEB },
      withId('00000000-0000-0000-0000-000000000000'),
    );
    expect([other.code, candidates(other)]).toEqual([3, []]);
    expect(other.output).toContain(`account prod reaches the cluster ${cluster.uid}`);
  });

  test('Q22 a token is sent; one that the server does not take is reported', async () => {
    cluster.switches.token = 'right';
    cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
    const files = (token: string) => ({
      'rendered/web.yaml': WEB,
      kubeconfig: kubeconfig(cluster.url, { token, as: 'reader' }),
    });
    expect(candidates(await planned(cluster.url, files('right')))).toHaveLength(1);
    expect(cluster.requests.every(({ impersonates }) => impersonates === 'reader')).toBe(true);
    const wrong = await planned(cluster.url, files('wrong'));
    expect(wrong.code).toBe(3);
    expect(wrong.output).toContain('does not accept the credentials');
    expect(wrong.output).not.toContain('wrong');
  });
});

describe('the users of an object', () => {
  const dataKinds = AS_WRITTEN.replace(
    'source:',
    'dataKinds: [Secret, Namespace, CustomResourceDefinition, PersistentVolumeClaim], source:',
  );
  const template = (spec: object) => ({ template: { spec } });
  const container = (more: object) => ({ containers: [{ name: 'web', ...more }] });
  const foreign = (apiVersion: string, kind: string, name: string, more: object = {}) =>
    cluster.apply({ apiVersion, kind, metadata: { name, ...shop }, ...more });

  test.each<[string, string, string, () => void]>([
    [
      'a volume of a pod',
      'v1',
      'ConfigMap',
      () => foreign('v1', 'Pod', 'p', { spec: { volumes: [{ configMap: { name: 'x' } }] } }),
    ],
    [
      'a variable of a Deployment',
      'v1',
      'Secret',
      () =>
        foreign('apps/v1', 'Deployment', 'd', {
          spec: template(container({ env: [{ valueFrom: { secretKeyRef: { name: 'x', key: 'k' } } }] })),
        }),
    ],
    [
      'an image pull secret',
      'v1',
      'Secret',
      () => foreign('apps/v1', 'DaemonSet', 'd', { spec: template({ imagePullSecrets: [{ name: 'x' }] }) }),
    ],
    [
      'a claim of a StatefulSet',
      'v1',
      'PersistentVolumeClaim',
      () =>
        foreign('apps/v1', 'StatefulSet', 's', {
          spec: template({ volumes: [{ persistentVolumeClaim: { claimName: 'x' } }] }),
        }),
    ],
    [
      'a CronJob',
      'v1',
      'ServiceAccount',
      () =>
        foreign('batch/v1', 'CronJob', 'c', { spec: { jobTemplate: { spec: template({ serviceAccountName: 'x' }) } } }),
    ],
    [
      'an Ingress',
      'v1',
      'Service',
      () =>
        foreign('networking.k8s.io/v1', 'Ingress', 'i', {
          spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'x' } } }] } }] },
        }),
    ],
    [
      'a certificate of an Ingress',
      'v1',
      'Secret',
      () => foreign('networking.k8s.io/v1', 'Ingress', 'i', { spec: { tls: [{ secretName: 'x' }] } }),
    ],
    [
      'a RoleBinding',
      'rbac.authorization.k8s.io/v1',
      'Role',
      () =>
        foreign('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', {
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'x' },
        }),
    ],
  ])('Q16 %s keeps the object that it names, and is named', async (_what, apiVersion, kind, use) => {
    cluster.apply(applied(apiVersion, kind, 'x', shop));
    use();
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB }, dataKinds);
    expect(candidates(plan)).toEqual([]);
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    expect(verdictOf(plan, `${group}/${kind}/shop/x`)).toMatch(/^keep: used by [A-Z]\w+ shop\/\w/);
  });

  test('Q16 the same name in another namespace, in another kind, in a status or in metadata is no use', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'x', shop));
    const spec = { volumes: [{ configMap: { name: 'x' } }] };
    cluster.apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'blog' }, spec });
    foreign('v1', 'Pod', 'q', {
      spec: { volumes: [{ secret: { secretName: 'x' } }] },
      status: { configMap: { name: 'x' } },
    });
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual(['/ConfigMap/shop/x']);
  });

  test('Q16 a ClusterRole that a binding in any namespace names is kept', async () => {
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'x'));
    foreign('rbac.authorization.k8s.io/v1', 'RoleBinding', 'b', { roleRef: { kind: 'ClusterRole', name: 'x' } });
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }))).toEqual([]);
  });

  test.each(['Deployment', 'StatefulSet', 'DaemonSet'])(
    'Q37 a %s stays until the one that the source has instead of it is there',
    async (kind) => {
      const files = { 'rendered/web.yaml': WEB.replace('Deployment', kind) };
      cluster.apply(applied('apps/v1', kind, 'old', shop));
      cluster.apply(applied('v1', 'ConfigMap', 'old', shop));
      cluster.apply({ apiVersion: 'apps/v1', kind, metadata: { name: 'web', namespace: 'blog' } });
      const plan = await planned(cluster.url, files);
      expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
      expect(verdictOf(plan, `apps/${kind}/shop/old`)).toContain(`whose ${kind} web is not in the cluster yet`);
      cluster.apply(applied('apps/v1', kind, 'web', shop));
      expect(candidates(await planned(cluster.url, files))).toContain(`apps/${kind}/shop/old`);
    },
  );

  describe('Q38 an object whose Pods alone answer for a Service', () => {
    const WITH_SERVICE = `${WEB}---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
`;
    const files = { 'rendered/web.yaml': WITH_SERVICE };
    const service = (more: object = {}, spec: object = { selector: { app: 'web' } }) =>
      cluster.apply({ ...applied('v1', 'Service', 'web', { ...shop, ...more }), spec });
    const pod = (
      of: string,
      uid: string,
      { isReady = true, app = 'web', phase = 'Running', kind = 'Deployment' } = {},
    ) =>
      cluster.apply({
        ...{ apiVersion: 'v1', kind: 'Pod' },
        metadata: {
          ...{ name: `${of}-1`, ...shop, labels: { app } },
          ownerReferences: [{ apiVersion: 'apps/v1', kind, name: of, uid }],
        },
        status: { phase, conditions: [{ type: 'Ready', status: isReady ? 'True' : 'False' }] },
      });
    const workload = (name: string, kind = 'Deployment') =>
      cluster.apply(applied('apps/v1', kind, name, shop)).metadata.uid ?? '';
    const verdict = async () => verdictOf(await planned(cluster.url, files), 'apps/Deployment/shop/old');
    const USED = /^keep: used by Service shop\/web, for which its Pods alone answer/;

    test.each([
      ['is not ready', { isReady: false }],
      ['ended', { phase: 'Succeeded' }],
      ['has other labels', { app: 'other' }],
    ])('Q38 stays while the Pod of the one in source %s', async (_what, more) => {
      service();
      pod('old', workload('old'));
      pod('web', workload('web'), more);
      expect(await verdict()).toMatch(USED);
    });

    test('Q38 stays where the other Pods are of one that goes, too', async () => {
      service();
      workload('web');
      pod('old', workload('old'));
      pod('older', workload('older'));
      expect(await verdict()).toMatch(USED);
    });

    describe.each([
      ['apps', 'v1', 'Deployment'],
      ['apps', 'v1', 'StatefulSet'],
      ['argoproj.io', 'v1alpha1', 'Rollout'],
    ])('of %s/%s, a %s without Pods', (group, version, kind) => {
      /** As KEDA, or a schedule for the night, leaves it. */
      const atZero = (labels: object) => {
        if (group !== 'apps')
          cluster.kinds.push({ group, version, kind, resource: `${kind.toLowerCase()}s`, namespaced: true });
        cluster.apply({
          ...applied(`${group}/${version}`, kind, 'old', shop),
          spec: { replicas: 0, template: { metadata: { labels } } },
        });
      };
      const id = `${group}/${kind}/shop/old`;

      test('Q38 stays while its template alone has the labels', async () => {
        service();
        workload('web');
        workload('web', 'StatefulSet');
        atZero({ app: 'web', tier: 'back' });
        expect(verdictOf(await planned(cluster.url, files), id)).toMatch(USED);
      });

      test('Q38 is a candidate with other labels, and once a Pod of the source answers', async () => {
        service();
        const uid = workload('web');
        atZero({ app: 'other' });
        expect(verdictOf(await planned(cluster.url, files), id)).toMatch(/^candidate/);
        atZero({ app: 'web' });
        pod('web', uid);
        expect(verdictOf(await planned(cluster.url, files), id)).toMatch(/^candidate/);
      });
    });

    test('Q38 a Job that ended answers no more, whatever its template says', async () => {
      service();
      workload('web');
      const template = { metadata: { labels: { app: 'web' } } };
      cluster.apply({ ...applied('batch/v1', 'Job', 'old', shop), spec: { template } });
      expect(verdictOf(await planned(cluster.url, files), 'batch/Job/shop/old')).toMatch(/^candidate/);
    });

    test('Q38 is a candidate once a Pod of the source answers, too', async () => {
      service();
      pod('old', workload('old'));
      pod('web', workload('web'));
      expect(await verdict()).toMatch(/^candidate/);
    });

    test.each([
      ['no selector', {}],
      ['a name elsewhere', { type: 'ExternalName', selector: { app: 'web' } }],
      ['another selector', { selector: { app: 'web', tier: 'back' } }],
    ])('Q38 is a candidate where the Service has %s', async (_what, spec) => {
      service({}, spec);
      workload('web');
      pod('old', workload('old'));
      expect(await verdict()).toMatch(/^candidate/);
    });

    test('Q38 waits for a Service that goes, and that it does not name', async () => {
      cluster.apply({ ...applied('v1', 'Service', 'gone', shop), spec: { selector: { app: 'web' } } });
      workload('web');
      pod('old', workload('old'));
      expect(await verdict()).toMatch(/^held: .*Service shop\/gone/);
    });

    test('Q38 waits for no Service that only it uses: both go', async () => {
      cluster.apply({ ...applied('v1', 'Service', 'gone', shop), spec: { selector: { app: 'web' } } });
      workload('web');
      const old = cluster.apply({
        ...applied('apps/v1', 'Deployment', 'old', shop),
        spec: { template: { spec: { containers: [{ env: [{ name: 'URL', value: 'http://gone.shop.svc' }] }] } } },
      });
      pod('old', old.metadata.uid ?? '');
      expect(await verdict()).toMatch(/^candidate/);
    });
  });

  test('Q16 Q17 an object that only another candidate uses waits for it: a pod counts as the Deployment that owns it', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'x', shop));
    cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
    const { metadata } = cluster.apply(applied('apps/v1', 'Deployment', 'old', shop));
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'old', uid: metadata.uid }];
    cluster.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'old-1', ...shop, ownerReferences },
      spec: { volumes: [{ configMap: { name: 'x' } }] },
    });
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(candidates(plan)).toEqual(['apps/Deployment/shop/old']);
    expect(verdictOf(plan, '/ConfigMap/shop/x')).toMatch(/^held: /);
  });

  test('Q15 Q17 a Namespace is kept by content that stays, and waits for content that goes', async () => {
    const files = { 'rendered/web.yaml': WEB.replace('shop', 'other') };
    cluster.apply(applied('v1', 'Namespace', 'shop'));
    cluster.apply(applied('v1', 'ConfigMap', 'x', shop));
    foreign('v1', 'ConfigMap', 'kube-root-ca.crt');
    expect(verdictOf(await planned(cluster.url, files, dataKinds), '/Namespace//shop')).toMatch(/^held: /);
    foreign('v1', 'Secret', 'of-somebody');
    expect(verdictOf(await planned(cluster.url, files, dataKinds), '/Namespace//shop')).toContain(
      'used by Secret shop/of-somebody',
    );
    const declared = await planned(cluster.url, { 'rendered/web.yaml': WEB }, dataKinds);
    expect(verdictOf(declared, '/Namespace//shop')).toContain(
      'used by source web.yaml:2, which declares Deployment.apps web',
    );
  });

  test('Q15 a CustomResourceDefinition with an object is kept', async () => {
    cluster.kinds.push({
      group: 'shop.example.com',
      version: 'v1',
      kind: 'Basket',
      resource: 'baskets',
      namespaced: true,
    });
    const id = 'apiextensions.k8s.io/CustomResourceDefinition//baskets.shop.example.com';
    cluster.apply(applied('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'baskets.shop.example.com'));
    expect(candidates(await planned(cluster.url, { 'rendered/web.yaml': WEB }, dataKinds))).toEqual([id]);
    foreign('shop.example.com/v1', 'Basket', 'b');
    expect(verdictOf(await planned(cluster.url, { 'rendered/web.yaml': WEB }, dataKinds), id)).toContain(
      'used by Basket shop/b',
    );
  });

  test('Law 1 while pods may not be listed, no object is a candidate', async () => {
    cluster.apply(applied('v1', 'ConfigMap', 'x', shop));
    cluster.switches.denied.add('pods');
    const plan = await planned(cluster.url, { 'rendered/web.yaml': WEB });
    expect(verdictOf(plan, '/ConfigMap/shop/x')).toMatch(/^unknown: .*list pods/);
  });
});
