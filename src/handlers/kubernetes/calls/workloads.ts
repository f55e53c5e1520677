import type { ServedKind } from './servedKind.ts';

/** Kinds whose objects name container images; every API server since 1.21 serves them in these versions. */
export const WORKLOADS: readonly ServedKind[] = [
  // The names of these say more to a person than those of their Pods.
  workload('apps', 'Deployment', 'deployments'),
  workload('apps', 'StatefulSet', 'statefulsets'),
  workload('apps', 'DaemonSet', 'daemonsets'),
  workload('batch', 'CronJob', 'cronjobs'),
  workload('batch', 'Job', 'jobs'),
  workload('', 'ReplicationController', 'replicationcontrollers'),
  // A rollback of a Deployment, a StatefulSet or a DaemonSet runs the image of one of these again.
  workload('apps', 'ReplicaSet', 'replicasets'),
  workload('apps', 'ControllerRevision', 'controllerrevisions'),
  workload('', 'Pod', 'pods'),
];

function workload(group: string, kind: string, resource: string): ServedKind {
  return { group, version: 'v1', kind, resource, isNamespaced: true, verbs: ['list'] };
}
