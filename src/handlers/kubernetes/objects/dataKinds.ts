/** Kinds whose deletion loses data, what others are made of, or what their controller made outside of the object. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';
import { usedUnnamed } from './usedUnnamed.ts';

const DATA: readonly string[] = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'Secret',
  'Namespace',
  'CustomResourceDefinition.apiextensions.k8s.io',
];

/** With the object goes the snapshot of a disk: https://kubernetes.io/docs/concepts/storage/volume-snapshots/#delete */
const SNAPSHOTS = /^(?:groupsnapshot|snapshot)\.storage\.k8s\.io$/;
/**
 * Finalizers of Kubernetes itself, by which nothing outside of the cluster goes: garbage collection, what is still mounted, tasks of
 * Jobs that are still counted. By others more goes, also of a kind of Kubernetes: a Service's or an Ingress's is its load balancer
 * with its name (https://kubernetes.io/docs/tasks/access-application-cluster/create-external-load-balancer/#garbage-collecting-load-balancers).
 */
const HARMLESS: ReadonlySet<string> = new Set([
  'batch.kubernetes.io/job-tracking',
  'foregroundDeletion',
  'kubernetes.io/pv-protection',
  'kubernetes.io/pvc-protection',
  'kubernetes.io/vac-protection',
  'orphan',
  'resource.kubernetes.io/delete-protection',
]);

/** Does a list of the configuration name the kind, with its group or without? */
export function isNamedIn(names: readonly string[], kind: GroupKind): boolean {
  return names.includes(kind.kind) || names.includes(kindText(kind));
}

/**
 * Why an object stays; `undefined`: it has no data, or the entry allows its deletion. A finalizer says that its controller does more
 * than end the object: Crossplane deletes the database, Argo CD the application.
 * @param content absent where only its metadata was read
 */
export function staysAsData(
  kind: GroupKind,
  dataKinds: readonly string[],
  finalizers: readonly string[],
  content?: Readonly<Record<string, unknown>>,
): string | undefined {
  if (isNamedIn(dataKinds, kind)) return undefined;
  const only = 'only `dataKinds` allows its deletion';
  if (DATA.includes(kindText(kind)) || SNAPSHOTS.test(kind.group)) return `it is a ${kind.kind}: ${only}`;
  const unnamed = usedUnnamed(kind, content);
  if (unnamed !== undefined) return `${unnamed}: ${only}`;
  const finalizer = finalizers.find((one) => !HARMLESS.has(one));
  if (finalizer === undefined) return undefined;
  return `its finalizer ${finalizer} says that more goes with it: ${only}`;
}
