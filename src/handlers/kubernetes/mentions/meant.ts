/** Which object a mention means. Pure. */
import type { GroupKind } from '../objects/groupKind.ts';
import { isFamily, isSaid } from './fieldKinds.ts';
import type { Mention } from './mentionsIn.ts';

/** The object that may be meant. */
interface Meant extends GroupKind {
  readonly namespace: string;
  readonly name: string;
}

/** Who says it, and where the names may be that it says without a namespace. */
interface Sayer {
  readonly namespaces: readonly string[];
  /** Of the object at the top of its owners. */
  readonly rootName: string;
}

/** Kinds that lead to a workload, and that no container uses. */
const LEADING =
  /^(?:HorizontalPodAutoscaler|VerticalPodAutoscaler|ScaledObject|PodDisruptionBudget|NetworkPolicy|Ingress|VirtualService|HTTPProxy|ServiceMonitor|PodMonitor|\w*Route)$/;

/** Kinds whose pods read the file, and their Service: a circle of names would keep the file and all of them. */
const READING =
  /^(?:Deployment|StatefulSet|DaemonSet|ReplicaSet|Rollout|CronJob|Job|Pod|Service|Endpoints|Configuration|Revision)$/;

/**
 * Does a mention mean this object? Without a namespace it is beside the one that mentions it, in a namespace that this one
 * says, or of the whole cluster; one by an object of the whole cluster may be anywhere, and so may some fields.
 */
export function isMeant(one: Mention, to: Meant, by: Sayer): boolean {
  if (one.name !== to.name || !isOfKind(one, to)) return false;
  // A container that says the name of its own workload does not mean the autoscaler of that name.
  if (one.isOfContainer && to.name === by.rootName && LEADING.test(to.kind)) return false;
  if (one.isOfFile && (LEADING.test(to.kind) || READING.test(to.kind))) return false;
  if (one.namespace !== undefined) return one.namespace === to.namespace;
  if (to.namespace === '') return true;
  if (one.beside !== undefined) return one.beside === to.namespace;
  if (one.isAnywhere) return true;
  return by.namespaces.includes('') || by.namespaces.includes(to.namespace);
}

function isOfKind({ only, label }: Mention, to: GroupKind): boolean {
  if (label === undefined) return only === undefined || isSaid(only, to);
  if (isFamily(to.group, label.family)) return true;
  return !label.isOfNode && !isBuiltIn(to.group) && !LEADING.test(to.kind);
}

/** Groups of Kubernetes itself: `apps`, `rbac.authorization.k8s.io`; its projects have theirs below `x-k8s.io` or beside. */
function isBuiltIn(group: string): boolean {
  return !group.includes('.') || BUILT_IN.test(group);
}

const BUILT_IN =
  /^(?:(?:admissionregistration|apiextensions|authentication|authorization|certificates|coordination|discovery|events|networking|node|policy|resource|scheduling|storage|storagemigration)|rbac\.authorization|flowcontrol\.apiserver|internal\.apiserver|apiregistration)\.k8s\.io$/;
