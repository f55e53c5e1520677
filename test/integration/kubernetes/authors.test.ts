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
];

test.each(CASES)('Q25 law 13 %s', async (_what, [apiVersion, kind, name, place = SHOP], user) => {
  const { metadata, ...rest } = user;
  cluster.apply(applied(apiVersion, kind, name, place));
  expect(candidates(await plan())).toHaveLength(1);
  cluster.apply({ ...rest, metadata: { name: 'user', ...(metadata ?? SHOP) } });
  expect(candidates(await plan())).toEqual([]);
});
