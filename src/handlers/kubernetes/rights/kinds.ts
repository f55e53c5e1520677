/**
 * The kinds of Kubernetes itself by group, with their names in paths: rights can name them without asking a cluster.
 * Those of kube-apiserver 1.36, which a conformance test compares with a real one.
 */
import { type GroupKind, isListed, kindText } from '../objects/groupKind.ts';

/** A kind with its name in paths and in rules of RBAC. */
export interface KnownKind extends GroupKind {
  /** `deployments` */
  readonly resource: string;
}

const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    configmaps: 'ConfigMap',
    limitranges: 'LimitRange',
    namespaces: 'Namespace',
    persistentvolumeclaims: 'PersistentVolumeClaim',
    persistentvolumes: 'PersistentVolume',
    pods: 'Pod',
    podtemplates: 'PodTemplate',
    replicationcontrollers: 'ReplicationController',
    resourcequotas: 'ResourceQuota',
    secrets: 'Secret',
    serviceaccounts: 'ServiceAccount',
    services: 'Service',
  },
  'admissionregistration.k8s.io': {
    mutatingadmissionpolicies: 'MutatingAdmissionPolicy',
    mutatingadmissionpolicybindings: 'MutatingAdmissionPolicyBinding',
    mutatingwebhookconfigurations: 'MutatingWebhookConfiguration',
    validatingadmissionpolicies: 'ValidatingAdmissionPolicy',
    validatingadmissionpolicybindings: 'ValidatingAdmissionPolicyBinding',
    validatingwebhookconfigurations: 'ValidatingWebhookConfiguration',
  },
  'apiextensions.k8s.io': { customresourcedefinitions: 'CustomResourceDefinition' },
  'apiregistration.k8s.io': { apiservices: 'APIService' },
  apps: {
    daemonsets: 'DaemonSet',
    deployments: 'Deployment',
    replicasets: 'ReplicaSet',
    statefulsets: 'StatefulSet',
  },
  autoscaling: { horizontalpodautoscalers: 'HorizontalPodAutoscaler' },
  batch: { cronjobs: 'CronJob', jobs: 'Job' },
  'certificates.k8s.io': {
    certificatesigningrequests: 'CertificateSigningRequest',
    clustertrustbundles: 'ClusterTrustBundle',
    podcertificaterequests: 'PodCertificateRequest',
  },
  'flowcontrol.apiserver.k8s.io': {
    flowschemas: 'FlowSchema',
    prioritylevelconfigurations: 'PriorityLevelConfiguration',
  },
  'networking.k8s.io': {
    ingressclasses: 'IngressClass',
    ingresses: 'Ingress',
    ipaddresses: 'IPAddress',
    networkpolicies: 'NetworkPolicy',
    servicecidrs: 'ServiceCIDR',
  },
  'node.k8s.io': { runtimeclasses: 'RuntimeClass' },
  policy: { poddisruptionbudgets: 'PodDisruptionBudget' },
  'rbac.authorization.k8s.io': {
    clusterrolebindings: 'ClusterRoleBinding',
    clusterroles: 'ClusterRole',
    rolebindings: 'RoleBinding',
    roles: 'Role',
  },
  'resource.k8s.io': {
    deviceclasses: 'DeviceClass',
    resourceclaims: 'ResourceClaim',
    resourceclaimtemplates: 'ResourceClaimTemplate',
    resourceslices: 'ResourceSlice',
  },
  'scheduling.k8s.io': { priorityclasses: 'PriorityClass' },
  'storage.k8s.io': {
    csidrivers: 'CSIDriver',
    csinodes: 'CSINode',
    csistoragecapacities: 'CSIStorageCapacity',
    storageclasses: 'StorageClass',
    volumeattachments: 'VolumeAttachment',
    volumeattributesclasses: 'VolumeAttributesClass',
  },
};

/** Those that Holystone lists. */
export const KNOWN_KINDS: readonly KnownKind[] = Object.entries(KINDS)
  .flatMap(([group, kinds]) => Object.entries(kinds).map(([resource, kind]) => ({ group, resource, kind })))
  .filter(isListed);

/** Is it named, with its group or without? As `kinds` and `dataKinds` name kinds. */
export function isNamedIn(names: readonly string[], kind: GroupKind): boolean {
  return names.includes(kind.kind) || names.includes(kindText(kind));
}
