/** Kinds of objects, and the groups under which API servers serve the same objects. Pure. */

/** A kind without its version: versions of one kind show the same objects. */
export interface GroupKind {
  /** Empty = the core group. */
  readonly group: string;
  readonly kind: string;
}

interface Moved {
  readonly from: string;
  readonly to: string;
  readonly kinds: readonly string[];
  /** Their kind there; absent: the same. */
  readonly as?: string;
}

/**
 * The same objects in several groups: an older group, its kinds, and the group that has them now (Kubernetes removed the
 * older ones in 1.16, 1.22 and 1.25; events are still in both). OpenShift serves namespaces and rights in groups of its own,
 * too, and deletes the one object by either: https://github.com/openshift/openshift-apiserver/tree/master/pkg/project/apiserver
 */
const MOVED: readonly Moved[] = [
  { from: 'extensions', to: 'apps', kinds: ['DaemonSet', 'Deployment', 'ReplicaSet'] },
  { from: 'extensions', to: 'networking.k8s.io', kinds: ['Ingress', 'NetworkPolicy'] },
  { from: 'extensions', to: 'policy', kinds: ['PodSecurityPolicy'] },
  { from: '', to: 'events.k8s.io', kinds: ['Event'] },
  { from: 'project.openshift.io', to: '', kinds: ['Project'], as: 'Namespace' },
  {
    from: 'authorization.openshift.io',
    to: 'rbac.authorization.k8s.io',
    kinds: ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  },
];

/** The one name of a kind, in whichever group it is written or served. */
export function canonical({ group, kind }: GroupKind): GroupKind {
  const moved = MOVED.find(({ from, kinds }) => from === group && kinds.includes(kind));
  return { group: moved?.to ?? group, kind: moved?.as ?? kind };
}

/** `Deployment.apps`, or the kind alone if it is in the core group. */
export function kindText({ group, kind }: GroupKind): string {
  return group === '' ? kind : `${kind}.${group}`;
}

/** `apps/v1`; `v1` in the core group. */
export function apiVersionOf({ group, version }: { readonly group: string; readonly version: string }): string {
  return group === '' ? version : `${group}/${version}`;
}

/** `apps/v1` → `apps`; `v1` → the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash === -1 ? '' : apiVersion.slice(0, slash);
}

/** Kinds that other parts of Kubernetes make and end: never listed, and no source declares them. */
const NEVER_LISTED: ReadonlySet<string> = new Set([
  'Endpoints',
  'EndpointSlice.discovery.k8s.io',
  'Event.events.k8s.io',
  'Lease.coordination.k8s.io',
  'Node',
  'ComponentStatus',
  'ControllerRevision.apps',
]);

/**
 * False for kinds that other parts of Kubernetes make and end. A kind in an older group counts as in its present one.
 */
export function isListed(one: GroupKind): boolean {
  return !NEVER_LISTED.has(kindText(canonical(one)));
}

/** False for kinds that are never listed, but for the earlier revisions of a workload: a rollback runs them again. */
export function mayUseOthers(one: GroupKind): boolean {
  return isListed(one) || kindText(canonical(one)) === 'ControllerRevision.apps';
}

const MADE: ReadonlySet<string> = new Set(['ControllerRevision.apps', 'ReplicaSet.apps', 'Pod', 'Job.batch']);

/** Controllers of Kubernetes make these anew from the objects that own them, as often as they like. */
export function isMadeByController(one: GroupKind): boolean {
  return MADE.has(kindText(one));
}
