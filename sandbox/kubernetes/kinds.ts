/** The kinds that the API server of the sandbox serves, as a real one of version 1.36 does. */

export interface SandboxKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly resource: string;
  readonly namespaced: boolean;
}

const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

const kind = (group: string, name: string, resource: string, namespaced = true, version = 'v1'): SandboxKind => ({
  ...{ group, version, kind: name, resource, namespaced },
});

export const BUILT_IN: readonly SandboxKind[] = [
  kind('', 'ConfigMap', 'configmaps'),
  kind('', 'Endpoints', 'endpoints'),
  kind('', 'Event', 'events'),
  kind('', 'Namespace', 'namespaces', false),
  kind('', 'Node', 'nodes', false),
  kind('', 'PersistentVolume', 'persistentvolumes', false),
  kind('', 'PersistentVolumeClaim', 'persistentvolumeclaims'),
  kind('', 'Pod', 'pods'),
  kind('', 'ReplicationController', 'replicationcontrollers'),
  kind('', 'Secret', 'secrets'),
  kind('', 'Service', 'services'),
  kind('', 'ServiceAccount', 'serviceaccounts'),
  kind('apiextensions.k8s.io', 'CustomResourceDefinition', 'customresourcedefinitions', false),
  kind('apiregistration.k8s.io', 'APIService', 'apiservices', false),
  kind('apps', 'ControllerRevision', 'controllerrevisions'),
  kind('apps', 'DaemonSet', 'daemonsets'),
  kind('apps', 'Deployment', 'deployments'),
  kind('apps', 'ReplicaSet', 'replicasets'),
  kind('apps', 'StatefulSet', 'statefulsets'),
  kind('batch', 'CronJob', 'cronjobs'),
  kind('batch', 'Job', 'jobs'),
  kind('networking.k8s.io', 'Ingress', 'ingresses'),
  kind('rbac.authorization.k8s.io', 'ClusterRole', 'clusterroles', false),
  kind('rbac.authorization.k8s.io', 'ClusterRoleBinding', 'clusterrolebindings', false),
  kind('rbac.authorization.k8s.io', 'Role', 'roles'),
  kind('rbac.authorization.k8s.io', 'RoleBinding', 'rolebindings'),
];

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: SandboxKind): string {
  return group === '' ? version : `${group}/${version}`;
}

function byGroup(kinds: readonly SandboxKind[]): ReadonlyMap<string, readonly SandboxKind[]> {
  const groups = new Map<string, SandboxKind[]>();
  for (const one of kinds) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return groups;
}

/** The answer to `/api` or `/apis` of a server with aggregated discovery. */
export function aggregated(kinds: readonly SandboxKind[], isCore: boolean, stale: ReadonlySet<string>): object {
  const groups = [...byGroup(kinds.filter(({ group }) => (group === '') === isCore))];
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(([group, some]) => ({
      metadata: { name: group, creationTimestamp: null },
      versions: [...new Set(some.map(({ version }) => version))].map((version) => ({
        version,
        freshness: stale.has(group) ? 'Stale' : 'Current',
        resources: some
          .filter((one) => one.version === version)
          .map((one) => ({
            resource: one.resource,
            // As the real one has it: empty = the same group and version.
            responseKind: { group: '', version: '', kind: one.kind },
            scope: one.namespaced ? 'Namespaced' : 'Cluster',
            singularResource: one.kind.toLowerCase(),
            verbs: VERBS,
          })),
      })),
    })),
  };
}

/** The answers of a server without it; `undefined` = there is nothing at the path. */
export function legacy(kinds: readonly SandboxKind[], path: string): object | undefined {
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  const groups = [...byGroup(kinds)].filter(([group]) => group !== '');
  if (path === '/apis') {
    const list = groups.map(([name, some]) => {
      const versions = [...new Set(some.map(({ version }) => version))].map((version) => ({
        groupVersion: `${name}/${version}`,
        version,
      }));
      return { name, versions, preferredVersion: versions[0] };
    });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: list };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  const here = kinds.filter((one) => apiVersionOf(one) === groupVersion);
  if (here.length === 0) return undefined;
  const resources = here.flatMap(({ resource, namespaced, kind: name }) => [
    { name: resource, singularName: '', namespaced, kind: name, verbs: VERBS },
    { name: `${resource}/status`, singularName: '', namespaced, kind: name, verbs: ['get'] },
  ]);
  return { kind: 'APIResourceList', groupVersion, resources };
}
