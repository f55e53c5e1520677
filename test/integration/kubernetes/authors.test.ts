/** Objects that controllers of many authors use by fields, labels and forms of a name of their own. */
import { beforeEach, expect, test } from '@jest/globals';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned } from './fixture.ts';

const CLUSTER_WIDE = {};
const SHOP = { namespace: 'shop' };

/** Kind and group of each, and whether it stands in a namespace. */
const KINDS: readonly (readonly [string, string, boolean?])[] = [
  ['traefik.io', 'IngressRouteTCP'],
  ['traefik.io', 'MiddlewareTCP'],
  ['traefik.io', 'Middleware'],
  ['aigateway.envoyproxy.io', 'AIGatewayRoute'],
  ['aigateway.envoyproxy.io', 'AIServiceBackend'],
  ['gateway.networking.k8s.io', 'Gateway'],
  ['networking.istio.io', 'Gateway'],
  ['argoproj.io', 'Application'],
  ['argoproj.io', 'AppProject'],
  ['rbac.authorization.k8s.io', 'Role'],
  ['scheduling.run.ai', 'Queue', false],
  ['scheduling.sigs.k8s.io', 'PodGroup'],
  ['cloud.google.com', 'ComputeClass', false],
  ['karpenter.sh', 'NodePool', false],
  ['storage.k8s.io', 'StorageClass', false],
  ['scheduling.k8s.io', 'PriorityClass', false],
  ['node.k8s.io', 'RuntimeClass', false],
  ['argoproj.io', 'WorkflowTemplate'],
  ['kyverno.io', 'ClusterPolicy', false],
  ['resourcemanager.cnrm.cloud.google.com', 'Project'],
  ['external-secrets.io', 'ExternalSecret'],
];

const cluster = clusterForEach();
beforeEach(() => {
  for (const [group, kind, namespaced = true] of KINDS) {
    cluster.kinds.push({ group, version: 'v1', kind, resource: `${kind.toLowerCase()}s`, namespaced });
  }
});

const files = { 'rendered/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n' };
const plan = () => planned(cluster.url, files, AS_WRITTEN.replace('source:', 'dataKinds: [Secret], source:'));

interface User {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata?: object;
  readonly [field: string]: unknown;
}

const pods = (template: object, metadata: object = {}): User => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  spec: { replicas: 0, template: { metadata, spec: { containers: [{ name: 'c', image: 'x:1' }], ...template } } },
});
const labelled = (labels: object): User => pods({}, { labels });
const affinity = (key: string, name: string) => {
  const matchExpressions = [{ key, operator: 'In', values: [name] }];
  const terms = { nodeSelectorTerms: [{ matchExpressions }] };
  return pods({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: terms } } });
};

const file = (name: string, text: string): User => ({ apiVersion: 'v1', kind: 'ConfigMap', data: { [name]: text } });
const policy = (rule: object): User => ({
  apiVersion: 'kyverno.io/v1',
  kind: 'ClusterPolicy',
  metadata: CLUSTER_WIDE,
  spec: { rules: [rule] },
});

/** What is used, where it stands, and its user, as the documents of the project write it. */
const CASES: readonly (readonly [string, readonly [string, string, string, object?], User])[] = [
  [
    'Traefik: the TCP middlewares of a TCP route',
    ['traefik.io/v1', 'MiddlewareTCP', 'office'],
    {
      apiVersion: 'traefik.io/v1',
      kind: 'IngressRouteTCP',
      spec: { routes: [{ match: 'HostSNI(`*`)', middlewares: [{ name: 'office' }] }] },
    },
  ],
  [
    'Traefik: a middleware in its arguments, by namespace and name with a hyphen',
    ['traefik.io/v1', 'Middleware', 'auth'],
    pods({ containers: [{ name: 'c', args: ['--entrypoints.web.http.middlewares=shop-auth@kubernetescrd'] }] }),
  ],
  [
    'Traefik: the same in its file',
    ['traefik.io/v1', 'Middleware', 'my-auth'],
    { apiVersion: 'v1', kind: 'ConfigMap', data: { 'traefik.yml': 'middlewares:\n  - shop-my-auth@kubernetescrd\n' } },
  ],
  [
    'Envoy AI Gateway: the backends of a route',
    ['aigateway.envoyproxy.io/v1', 'AIServiceBackend', 'openai'],
    {
      apiVersion: 'aigateway.envoyproxy.io/v1',
      kind: 'AIGatewayRoute',
      spec: { rules: [{ backendRefs: [{ name: 'openai' }] }] },
    },
  ],
  [
    'Istio ambient: the waypoint of a Service',
    ['gateway.networking.k8s.io/v1', 'Gateway', 'way'],
    { apiVersion: 'v1', kind: 'Service', metadata: { ...SHOP, labels: { 'istio.io/use-waypoint': 'way' } } },
  ],
  [
    'Istio ambient: a waypoint in another namespace',
    ['gateway.networking.k8s.io/v1', 'Gateway', 'way'],
    {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: {
        namespace: 'blog',
        labels: { 'istio.io/use-waypoint': 'way', 'istio.io/use-waypoint-namespace': 'shop' },
      },
    },
  ],
  [
    'Istio ambient: the waypoint of a Namespace',
    ['gateway.networking.k8s.io/v1', 'Gateway', 'way'],
    { apiVersion: 'v1', kind: 'Namespace', metadata: { labels: { 'istio.io/use-waypoint': 'way' } } },
  ],
  [
    'Istio: the Secret beside the workload of a Gateway',
    ['v1', 'Secret', 'web-tls'],
    {
      apiVersion: 'networking.istio.io/v1',
      kind: 'Gateway',
      metadata: { namespace: 'blog' },
      spec: { servers: [{ hosts: ['web.example.com'], tls: { mode: 'SIMPLE', credentialName: 'web-tls' } }] },
    },
  ],
  [
    'Argo CD: the project of an Application in any namespace',
    ['argoproj.io/v1', 'AppProject', 'blogs'],
    { apiVersion: 'argoproj.io/v1', kind: 'Application', metadata: { namespace: 'blog' }, spec: { project: 'blogs' } },
  ],
  [
    'Cluster Autoscaler: the ConfigMap that only its Role names',
    ['v1', 'ConfigMap', 'expander'],
    {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      rules: [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['expander'], verbs: ['get', 'watch'] }],
    },
  ],
  [
    'a script that restarts what a variable says',
    ['apps/v1', 'Deployment', 'worker'],
    pods({ containers: [{ name: 'c', env: [{ name: 'SERVICE_NAME', value: 'worker' }] }] }),
  ],
  [
    'KAI scheduler: a queue of another domain',
    ['scheduling.run.ai/v1', 'Queue', 'team-a', CLUSTER_WIDE],
    labelled({ 'kai.scheduler/queue': 'team-a' }),
  ],
  [
    'coscheduling: a label without a slash',
    ['scheduling.sigs.k8s.io/v1', 'PodGroup', 'train'],
    labelled({ 'pod-group.scheduling.sigs.k8s.io': 'train' }),
  ],
  [
    'GKE: the compute class that pods ask for',
    ['cloud.google.com/v1', 'ComputeClass', 'cheap', CLUSTER_WIDE],
    pods({ nodeSelector: { 'cloud.google.com/compute-class': 'cheap' } }),
  ],
  [
    'Karpenter: the pool that pods ask for',
    ['karpenter.sh/v1', 'NodePool', 'gpu', CLUSTER_WIDE],
    pods({ nodeSelector: { 'karpenter.sh/nodepool': 'gpu' } }),
  ],
  [
    'Karpenter: the pool that an affinity asks for',
    ['karpenter.sh/v1', 'NodePool', 'gpu', CLUSTER_WIDE],
    affinity('karpenter.sh/nodepool', 'gpu'),
  ],
  [
    'Config Connector: what an object depends on',
    ['resourcemanager.cnrm.cloud.google.com/v1', 'Project', 'blog'],
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        namespace: 'blog',
        annotations: {
          'config.kubernetes.io/depends-on': 'resourcemanager.cnrm.cloud.google.com/namespaces/shop/Project/blog',
        },
      },
    },
  ],
  [
    'cli-utils: a dependency on an object of the core',
    ['v1', 'Service', 'db'],
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace: 'blog', annotations: { 'config.k8s.io/depends-on': '/namespaces/shop/Service/db' } },
    },
  ],
  [
    'cli-utils: a dependency on an object of the whole cluster',
    ['storage.k8s.io/v1', 'StorageClass', 'fast', CLUSTER_WIDE],
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...SHOP, annotations: { 'config.kubernetes.io/depends-on': 'storage.k8s.io/StorageClass/fast' } },
    },
  ],
  [
    'GitLab Runner: a class of priority',
    ['scheduling.k8s.io/v1', 'PriorityClass', 'ci-low', CLUSTER_WIDE],
    file('config.toml', '[runners.kubernetes]\n  priority_class_name = "ci-low"\n'),
  ],
  [
    'GitLab Runner: a runtime',
    ['node.k8s.io/v1', 'RuntimeClass', 'gvisor', CLUSTER_WIDE],
    file('config.toml', '[runners.kubernetes]\n  runtime_class_name = "gvisor"\n'),
  ],
  [
    'GitLab Runner: a mounted file',
    ['v1', 'ConfigMap', 'ca-bundle'],
    file('config.toml', '[[runners.kubernetes.volumes.config_map]]\n  name = "ca-bundle"\n'),
  ],
  [
    'GitLab Runner: Secrets in a list',
    ['v1', 'Secret', 'pull'],
    file('config.toml', '[runners.kubernetes]\n  image_pull_secrets = ["other", "pull"]\n'),
  ],
  ['a list in YAML', ['v1', 'Secret', 'pull'], file('values.yaml', 'secrets:\n  - other\n  - "pull"\n')],
  [
    'JupyterHub: a class of storage',
    ['storage.k8s.io/v1', 'StorageClass', 'fast', CLUSTER_WIDE],
    file('values.yaml', 'storage:\n  dynamic:\n    storageClass: fast\n'),
  ],
  [
    'a variable of a ConfigMap',
    ['argoproj.io/v1', 'WorkflowTemplate', 'nightly'],
    file('WORKFLOW_TEMPLATE', 'nightly'),
  ],
  ['Kyverno: the key of signatures', ['v1', 'Secret', 'key'], policy({ keys: { publicKeys: 'k8s://shop/key' } })],
  ['vals', ['v1', 'Secret', 'key'], policy({ value: 'ref+k8s://v1/Secret/shop/key/token' })],
  [
    'helm-secrets',
    ['v1', 'Secret', 'key'],
    policy({ file: 'secrets+age-import-kubernetes://shop/key#key.txt?values.yaml' }),
  ],
  ['Spinnaker', ['v1', 'Secret', 'key'], policy({ token: 'encrypted:k8s!n:key!k:token' })],
];

test.each(CASES)('Q25 law 13 %s', async (_what, [apiVersion, kind, name, place = SHOP], user) => {
  const { metadata, ...rest } = user;
  cluster.apply(applied(apiVersion, kind, name, place));
  expect(candidates(await plan())).toHaveLength(1);
  cluster.apply({ ...rest, metadata: { name: 'user', ...(metadata ?? SHOP) } });
  expect(candidates(await plan())).toEqual([]);
});

test('Q25 whoever uses a Secret uses the object that has it made', async () => {
  const spec = { target: { name: 'db', creationPolicy: 'Orphan' } };
  cluster.apply({ ...applied('external-secrets.io/v1', 'ExternalSecret', 'external', SHOP), spec });
  expect(candidates(await plan())).toHaveLength(1);
  const containers = [{ name: 'c', envFrom: [{ secretRef: { name: 'db' } }] }];
  cluster.apply({ ...pods({ containers }), metadata: { name: 'user', ...SHOP } });
  expect(candidates(await plan())).toEqual([]);
});

test('Q25 a file that names the workload that reads it keeps neither of them', async () => {
  cluster.apply({ ...applied('v1', 'ConfigMap', 'web-config', SHOP), data: { APP_NAME: 'web', SERVICE: 'other' } });
  const containers = [{ name: 'c', envFrom: [{ configMapRef: { name: 'web-config' } }] }];
  cluster.apply({
    ...applied('apps/v1', 'Deployment', 'web', SHOP),
    spec: { replicas: 0, template: { spec: { containers } } },
  });
  expect(candidates(await plan())).toEqual(['apps/Deployment/shop/web']);
});
