/** Kinds whose deletion loses data, what others are made of, or what their controller made outside of the object. Pure. */
import { type GroupKind, kindText } from './groupKind.ts';

const DATA: readonly string[] = [
  'PersistentVolumeClaim',
  'PersistentVolume',
  'Secret',
  'Namespace',
  'CustomResourceDefinition.apiextensions.k8s.io',
];

/** With the object goes the snapshot of a disk: https://kubernetes.io/docs/concepts/storage/volume-snapshots/#delete */
const SNAPSHOTS = /^(?:groupsnapshot|snapshot)\.storage\.k8s\.io$/;
/** Groups of Kubernetes itself. Those of others have a dot, too. */
const OF_KUBERNETES =
  /^(?:[a-z]*|(?:admissionregistration|apiextensions|apiregistration|authentication|certificates|coordination|discovery|events|flowcontrol\.apiserver|internal\.apiserver|metrics|networking|node|rbac\.authorization|resource|scheduling|storage|storagemigration)\.k8s\.io)$/;
/** Finalizers of Kubernetes' own garbage collection: https://kubernetes.io/docs/concepts/architecture/garbage-collection/ */
const OF_COLLECTION: ReadonlySet<string> = new Set(['foregroundDeletion', 'orphan']);

/** Does a list of the configuration name the kind, with its group or without? */
export function isNamedIn(names: readonly string[], kind: GroupKind): boolean {
  return names.includes(kind.kind) || names.includes(kindText(kind));
}

/**
 * Why an object stays; `undefined`: it has no data, or the entry allows its deletion. A finalizer says that its controller does more
 * than end the object: Crossplane deletes the database, Argo CD the application.
 */
export function staysAsData(
  kind: GroupKind,
  dataKinds: readonly string[],
  finalizers: readonly string[],
): string | undefined {
  if (isNamedIn(dataKinds, kind)) return undefined;
  const only = 'only `dataKinds` allows its deletion';
  if (DATA.includes(kindText(kind)) || SNAPSHOTS.test(kind.group)) return `it is a ${kind.kind}: ${only}`;
  const finalizer = finalizers.find((one) => !OF_COLLECTION.has(one));
  if (finalizer === undefined || OF_KUBERNETES.test(kind.group)) return undefined;
  return `its finalizer ${finalizer} says that more goes with it: ${only}`;
}
