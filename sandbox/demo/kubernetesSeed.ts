/** An application environment of 120 objects, its source, and the right end of each, known by construction. */
import type { SandboxCluster, SandboxObject } from '../kubernetes/server.ts';

const LABELS = { 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' };
const OWNER = { owner: 'shop-team@acme.example' };

/** Components that the source declares, the last of them under its new name. */
const IN_SOURCE = ['web', 'cart', 'search', 'pay', 'stock', 'login', 'report', 'edge'];
/** One was removed from source; the other is the old name of `edge`. */
const LEFT = ['banner', 'gateway'];
/** Dropped from source, with everything in it. */
export const DROPPED = 'batch';
/** Its controller needs a while to clean up. */
export const CLEANUP = 'jobs.acme.example/cleanup';
export const SLOW_JOB = 'batch/Job/batch/nightly';

export interface SeededEnvironment {
  /** The manifests of the source. */
  readonly source: readonly SandboxObject[];
  /** `group/Kind/namespace/name` of the objects that must go, each with those that must be gone before it. */
  readonly going: ReadonlyMap<string, readonly string[]>;
  /** Objects that the controllers of the cluster end with it. */
  readonly withIt: ReadonlySet<string>;
  /** Objects that are not in source and stay, with the reason. */
  readonly kept: ReadonlyMap<string, string>;
  /** All objects with the labels of the environment: id → uid. */
  readonly all: ReadonlyMap<string, string>;
}

function idOf({ apiVersion, kind, metadata }: SandboxObject): string {
  const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
  return [group, kind, metadata.namespace ?? '', metadata.name].join('/');
}

type More = Readonly<Record<string, unknown>>;

function object(apiVersion: string, kind: string, namespace: string | undefined, name: string, more: More = {}) {
  const { annotations, ownerReferences, finalizers, ...rest } = more;
  const metadata = {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: LABELS,
    ...Object.fromEntries(Object.entries({ annotations, ownerReferences, finalizers }).filter(([, value]) => value)),
  };
  return { apiVersion, kind, metadata, ...rest } as SandboxObject;
}

function podOf(name: string) {
  return {
    serviceAccountName: name,
    containers: [{ name, image: `registry.acme.example/${name}` }],
    volumes: [{ name: 'settings', configMap: { name } }],
  };
}

const RBAC = 'rbac.authorization.k8s.io/v1';

/** Eight objects, as a person wrote them. */
function component(name: string): readonly SandboxObject[] {
  const of = (apiVersion: string, kind: string, more: More = {}, called = name) =>
    object(apiVersion, kind, 'shop', called, { annotations: { 'qbec.io/component': name }, ...more });
  const backend = { service: { name, port: { number: 80 } } };
  return [
    of('v1', 'ServiceAccount'),
    of('v1', 'ConfigMap', { data: { mode: 'live' } }),
    of('v1', 'ConfigMap', { data: { banner: 'no' } }, `${name}-flags`),
    of(RBAC, 'Role'),
    of(RBAC, 'RoleBinding', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
      subjects: [{ kind: 'ServiceAccount', name, namespace: 'shop' }],
    }),
    of('apps/v1', 'Deployment', { spec: { template: { spec: podOf(name) } } }),
    of('v1', 'Service', { spec: { clusterIP: '10.0.0.1', ports: [{ port: 80 }] } }),
    of('networking.k8s.io/v1', 'Ingress', { spec: { rules: [{ http: { paths: [{ path: '/', backend }] } }] } }),
  ];
}

/** Ten objects in a namespace of their own, the namespace among them. */
function dropped(): readonly SandboxObject[] {
  const of = (apiVersion: string, kind: string, name: string, more: More = {}) =>
    object(apiVersion, kind, DROPPED, name, more);
  return [
    object('v1', 'Namespace', undefined, DROPPED, { annotations: OWNER }),
    of('v1', 'ServiceAccount', 'runner'),
    ...['nightly', 'weekly', 'monthly'].map((name) => of('v1', 'ConfigMap', name)),
    of(RBAC, 'Role', 'runner'),
    of(RBAC, 'RoleBinding', 'runner', {
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'runner' },
    }),
    of('batch/v1', 'CronJob', 'weekly', { spec: { jobTemplate: { spec: { template: { spec: podOf('weekly') } } } } }),
    of('batch/v1', 'Job', 'nightly', { finalizers: [CLEANUP], spec: { template: { spec: podOf('nightly') } } }),
    of('v1', 'Service', 'metrics', { spec: { ports: [{ port: 9090 }] } }),
  ];
}

export function seedEnvironment(cluster: SandboxCluster): SeededEnvironment {
  cluster.kinds.push({
    group: 'acme.example',
    version: 'v1',
    kind: 'Basket',
    resource: 'baskets',
    namespaced: true,
  });
  const space = object('v1', 'Namespace', undefined, 'shop', { annotations: OWNER });
  const basket = object('acme.example/v1', 'Basket', 'shop', 'checkout');
  const role = object(RBAC, 'ClusterRole', undefined, 'Shop:Reader');
  const source = [space, role, basket, ...IN_SOURCE.flatMap(component)];
  const left = [...LEFT.flatMap(component), ...dropped()];
  for (const one of [...source, ...left]) cluster.apply(one);
  const withIt = new Set(LEFT.flatMap((name) => replicas(cluster, name)));
  for (const name of IN_SOURCE) replicas(cluster, name);
  const kept = new Map(keptOnes(cluster, basket).map(([one, why]) => [idOf(cluster.apply(one)), why]));
  return {
    source,
    going: new Map(left.map((one) => [idOf(one), before(one, left)])),
    withIt,
    kept,
    all: objectsIn(cluster),
  };
}

/** Every object of the environment that the cluster has: id → uid. */
export function objectsIn(cluster: SandboxCluster): ReadonlyMap<string, string> {
  const all = cluster.kinds.flatMap((kind) => cluster.store.list(kind));
  const ours = all.filter(({ metadata: { labels } }) => labels?.['qbec.io/application'] === 'shop');
  return new Map(ours.map((one) => [idOf(one), one.metadata.uid as string]));
}

/** The objects that controllers make for a Deployment: a ReplicaSet and a Pod, with its labels. @returns their ids */
function replicas(cluster: SandboxCluster, name: string): readonly string[] {
  const deployment = cluster.store.get(
    cluster.store.kindOf({ apiVersion: 'apps/v1', kind: 'Deployment' }),
    'shop',
    name,
  );
  const set = cluster.apply(object('apps/v1', 'ReplicaSet', 'shop', `${name}-5d8`, owned(deployment as SandboxObject)));
  const pod = cluster.apply(object('v1', 'Pod', 'shop', `${name}-5d8-x2k`, { ...owned(set), spec: podOf(name) }));
  return [set, pod].map(idOf);
}

function owned({ apiVersion, kind, metadata: { name, uid } }: SandboxObject): More {
  return { ownerReferences: [{ apiVersion, kind, name, uid, controller: true, blockOwnerDeletion: true }] };
}

function keptOnes(cluster: SandboxCluster, basket: SandboxObject): readonly (readonly [SandboxObject, string])[] {
  const kind = cluster.store.kindOf(basket);
  const operator = owned(cluster.store.get(kind, 'shop', basket.metadata.name) as SandboxObject);
  // A person started it by hand: it has no labels of the environment.
  cluster.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'debug', namespace: 'shop' },
    spec: { containers: [{ name: 'debug', envFrom: [{ configMapRef: { name: 'legacy-settings' } }] }] },
  });
  const never = { annotations: { 'directives.qbec.io/delete-policy': 'never' } };
  return [
    ...(['ConfigMap', 'Service', 'ServiceAccount'] as const).map(
      (made) => [object('v1', made, 'shop', 'checkout-basket', operator), 'an operator made it for a Basket'] as const,
    ),
    [object('v1', 'ConfigMap', 'shop', 'legacy-settings'), 'the Pod shop/debug reads it'],
    [object('v1', 'ConfigMap', 'shop', 'terms', never), 'its annotation says never'],
    [object('v1', 'Secret', 'shop', 'old-key'), 'a Secret goes only where the entry names the kind'],
    [object('v1', 'PersistentVolumeClaim', 'shop', 'old-files'), 'a claim goes only where the entry names the kind'],
  ];
}

/** Users go before the objects they use, content before its namespace, workloads before settings and accounts. */
function before({ kind, metadata }: SandboxObject, all: readonly SandboxObject[]): readonly string[] {
  if (kind === 'Namespace') return all.filter((one) => one.metadata.namespace === metadata.name).map(idOf);
  const place = all.filter((one) => one.metadata.namespace === metadata.namespace);
  const kinds =
    { ConfigMap: WORKLOADS, ServiceAccount: [...WORKLOADS, 'ConfigMap'], Role: ['RoleBinding'] }[kind] ?? [];
  const ingresses = kind === 'Service' ? place.filter((one) => one.kind === 'Ingress') : [];
  const named = ingresses.filter((one) => one.metadata.name === metadata.name);
  return [...place.filter((one) => kinds.includes(one.kind)), ...named].map(idOf);
}

const WORKLOADS = ['Deployment', 'CronJob', 'Job'];
