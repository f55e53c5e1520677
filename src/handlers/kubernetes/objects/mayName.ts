/**
 * Which objects the objects of a kind can name at all: while such a kind may not be listed, the users of these alone are
 * not known. Pure.
 */
import { canonical, type GroupKind, kindText } from './groupKind.ts';
import { mayRefer } from './refersTo.ts';

const RBAC = 'rbac.authorization.k8s.io';
const OF_FLOWS = 'flowcontrol.apiserver.k8s.io';

/**
 * Kinds of Kubernetes with nothing in them that another one could fill: the fields of their API name these kinds, and no
 * tool is known that names more in their annotations. A kind that is not here may name any: so do Role and ClusterRole, by
 * `resourceNames`.
 */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  [`ClusterRoleBinding.${RBAC}`]: [`ClusterRole.${RBAC}`, 'ServiceAccount'],
  [`RoleBinding.${RBAC}`]: [`ClusterRole.${RBAC}`, `Role.${RBAC}`, 'ServiceAccount'],
  [`FlowSchema.${OF_FLOWS}`]: [`PriorityLevelConfiguration.${OF_FLOWS}`, 'ServiceAccount'],
  [`PriorityLevelConfiguration.${OF_FLOWS}`]: [],
  'CSINode.storage.k8s.io': ['CSIDriver.storage.k8s.io'],
  'CSIStorageCapacity.storage.k8s.io': ['StorageClass.storage.k8s.io'],
  'IPAddress.networking.k8s.io': ['Service'],
  'NetworkPolicy.networking.k8s.io': [],
  'PodDisruptionBudget.policy': [],
  'PriorityClass.scheduling.k8s.io': [],
  'ServiceCIDR.networking.k8s.io': [],
  'VolumeAttachment.storage.k8s.io': ['CSIDriver.storage.k8s.io', 'PersistentVolume'],
};

/** Figures about other objects; the servers behind these groups are often the first that do not answer. */
const FIGURES: ReadonlySet<string> = new Set(['metrics.k8s.io', 'custom.metrics.k8s.io', 'external.metrics.k8s.io']);

/** Has a group only figures, and no object that could use or own another one? */
export function hasOnlyFigures(group: string): boolean {
  return FIGURES.has(group);
}

/** May an object of the one kind name one of the other? */
export function mayName(one: GroupKind, other: GroupKind): boolean {
  if (hasOnlyFigures(one.group) || !mayRefer(one)) return false;
  return ONLY[kindText(canonical(one))]?.includes(kindText(canonical(other))) ?? true;
}
