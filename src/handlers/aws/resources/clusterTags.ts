/**
 * Which Kubernetes clusters a resource belongs to, by the tags that their controllers write. Pure.
 *
 * Sources: `kubernetes.io/cluster/<name>` = `owned` | `shared` is written by the cloud provider
 * (https://github.com/kubernetes/cloud-provider-aws, tags.go); `elbv2.k8s.aws/cluster`, `service.k8s.aws/stack`,
 * `ingress.k8s.aws/stack` and, for Gateway API, `gateway.k8s.aws.alb/stack` and `gateway.k8s.aws.nlb/stack` by the AWS Load
 * Balancer Controller (pkg/gateway/constants and pkg/deploy/tracking of its repository); `eks:eks-cluster-name` with
 * `ingress.eks.amazonaws.com/stack` and `service.eks.amazonaws.com/stack` by Auto Mode of EKS (the tag keys of the managed
 * policy AmazonEKSLoadBalancingPolicy); `aws:eks:cluster-name` by EKS on its own security group;
 * `sigs.k8s.io/cluster-api-provider-aws/cluster/<name>` by Cluster API (api/v1beta2/tags.go of its provider);
 * `cluster.k8s.amazonaws.com/name` by the VPC CNI, which since 1.18 also writes `kubernetes.io/cluster/<name>` (aws/amazon-vpc-cni-k8s
 * 2854); `karpenter.k8s.aws/cluster` by Karpenter before 1.1 (aws/karpenter-provider-aws 7379), and before that `managed-by`.
 */
import { oncePerText } from '../../../core/common/oncePer.ts';
import { claimOf } from './claimTags.ts';
import { stackAliases } from './stackGone.ts';

/** The tags of a resource, as the provider spells them: case counts. */
type Tags = Readonly<Record<string, string>>;

/** The clusters that own a resource, by its tags alone. */
export type Ownership =
  /** No tag names a cluster as its owner. */
  | { readonly kind: 'none' }
  /** It is a leftover only if all of these clusters are gone. Sorted. */
  | { readonly kind: 'owned'; readonly clusters: readonly string[] }
  /** Tags name a cluster, but do not prove that it is the only owner. */
  | { readonly kind: 'unclear'; readonly why: string };

/** Before the name of the cluster in the key; Cluster API has one of its own, on all that it makes. */
const CLUSTER_TAGS: readonly string[] = ['kubernetes.io/cluster/', 'sigs.k8s.io/cluster-api-provider-aws/cluster/'];

/** In {@link clusterAlias}. No cluster's name contains it; a tag that does could speak for the cluster in another VPC. */
const BEFORE_VPC = '@';

/** Tags whose value is the name of the cluster. */
const NAMING_TAGS: readonly string[] = [
  'KubernetesCluster',
  'alpha.eksctl.io/cluster-name',
  'cluster.k8s.amazonaws.com/name',
  'ebs.csi.aws.com/cluster-name',
  'eks:cluster-name',
  'eks:eks-cluster-name',
  'eksctl.cluster.k8s.io/v1alpha1/cluster-name',
  'elbv2.k8s.aws/cluster',
  'ingress.k8s.aws/cluster',
  'karpenter.k8s.aws/cluster',
  'karpenter.k8s.aws/managed-by',
  'karpenter.sh/managed-by',
];

/** EKS writes it on the security group that it makes for a cluster and deletes itself. */
const OF_EKS_ITSELF = 'aws:eks:cluster-name';

/** A controller makes a load balancer or target group for a Service, an Ingress or a Gateway and says so in one of these. */
const MADE_FOR: readonly string[] = [
  'gateway.k8s.aws.alb/stack',
  'gateway.k8s.aws.nlb/stack',
  'ingress.eks.amazonaws.com/stack',
  'ingress.k8s.aws/stack',
  'kubernetes.io/service-name',
  'service.eks.amazonaws.com/stack',
  'service.k8s.aws/stack',
];

/** @param byNamingTags do tags count whose value is the cluster's name? They always count against the others. */
export function ownershipOf(tags: Tags, { byNamingTags }: { readonly byNamingTags: boolean }): Ownership {
  if (tags[OF_EKS_ITSELF] !== undefined) return unclear(`EKS manages it for cluster ${tags[OF_EKS_ITSELF]}`);
  const owned: string[] = [];
  for (const key in tags) {
    const name = clusterIn(key);
    if (name === undefined) continue;
    const value = tags[key];
    if (value === 'shared') return unclear(`cluster ${name} shares it`);
    if (value !== 'owned' || name === '') return unclear(`tag ${key} says "${value}", neither owned nor shared`);
    if (!owned.includes(name)) owned.push(name);
  }
  const named = namesIn(tags);
  const clusters = owned.length > 0 ? owned : byNamingTags ? [...new Set(named)] : [];
  if (clusters.length === 0) return { kind: 'none' };
  const strange = clusters.find((name) => name.includes(BEFORE_VPC));
  if (strange !== undefined) return unclear(`its tags name "${strange}", which is no name of a cluster`);
  const other = named.find((name) => !clusters.includes(name));
  if (other !== undefined) return unclear(`its tags disagree: ${clusters[0]} or ${other}`);
  if (owned.length === 0 && clusters.length > 1) return unclear(`its tags disagree: ${clusters.join(' or ')}`);
  return { kind: 'owned', clusters: clusters.sort() };
}

/** The name of the cluster after one of {@link CLUSTER_TAGS}. */
const clusterIn = oncePerText((key) => {
  const tag = CLUSTER_TAGS.find((beginning) => key.startsWith(beginning));
  return tag === undefined ? undefined : key.slice(tag.length);
});

/** Most resources have none of these tags. */
function namesIn(tags: Tags): readonly string[] {
  for (const key in tags) if (NAMING.has(key)) return NAMING_TAGS.flatMap((one) => tags[one] || []);
  return [];
}

const NAMING: ReadonlySet<string> = new Set(NAMING_TAGS);

const unclear = (why: string): Ownership => ({ kind: 'unclear', why });

/** Do the tags name this cluster, or any, in any way? Also as shared or with a strange value: a part keeps its cluster. */
export function carries(tags: Tags, name?: string): boolean {
  if (name !== undefined) {
    return CLUSTER_TAGS.some((tag) => tags[tag + name] !== undefined) || NAMING_TAGS.some((key) => tags[key] === name);
  }
  return Object.keys(tags).some((key) => CLUSTER_TAGS.some((tag) => key.startsWith(tag)) || NAMING_TAGS.includes(key));
}

/** Every name of a cluster in the tags, however they name it. */
export function clustersIn(tags: Tags): readonly string[] {
  return [...new Set([...Object.keys(tags).flatMap((key) => clusterIn(key) || []), ...namesIn(tags)])];
}

/** Tags of controllers in a cluster besides those that name it. */
const OF_CONTROLLERS =
  /^(?:kubernetes\.io\/|(?:elbv2|service|ingress)\.k8s\.aws\/|gateway\.k8s\.aws\.[an]lb\/|(?:service|ingress)\.eks\.amazonaws\.com\/)/;
/** The same of the programs that make its machines and network: Cluster API, kops, Karpenter, and the VPC CNI of EKS. */
const OF_MAKERS =
  /^(?:sigs\.k8s\.io\/cluster-api-provider-aws\/|kops\.k8s\.io\/|k8s\.io\/|karpenter\.(?:sh|k8s\.aws)\/|(?:cluster|node)\.k8s\.amazonaws\.com\/|eks:eni:owner$)/;

/** The tags that a cluster's own controllers wrote left out: once it is gone, they say nothing about a manager. */
export function withoutClusterTags(tags: Tags): Tags {
  const isOfCluster = (key: string) => OF_CONTROLLERS.test(key) || OF_MAKERS.test(key) || NAMING_TAGS.includes(key);
  return Object.fromEntries(Object.entries(tags).filter(([key]) => !isOfCluster(key)));
}

/** Tags of the programs that make clusters outside EKS: kops, Gardener, Juju, Tectonic, Cluster API and its distributions. */
const OF_OTHER_MAKERS =
  /^(?:kops\.k8s\.io\/|kubernetes\.io\/role\/|k8s\.io\/(?:etcd|role)\/|KubernetesCluster$|sigs\.k8s\.io\/cluster-api-provider-aws\/|[a-z.]*cluster\.x-k8s\.io\/|red-hat-|juju-|tectonicClusterID$)/;
/** OpenShift, Rancher with its distributions, Gardener and Kubermatic have many tags, with their names in them. */
const NAMES_OTHER_MAKER = /openshift|rancher|cattle|\brke2?\b|\bk3s\b|gardener|kubermatic/i;

/** Did a program make it that makes clusters without EKS, so that EKS does not know them? */
export function isOfAnotherMaker(tags: Tags): boolean {
  return Object.keys(tags).some((key) => OF_OTHER_MAKERS.test(key) || NAMES_OTHER_MAKER.test(key));
}

/** Did a controller make it for a Service, an Ingress or a Gateway? */
export function isMadeForService(tags: Tags): boolean {
  return MADE_FOR.some((key) => tags[key] !== undefined);
}

/** The kinds of resources as Cluster API's annotation names them. */
type ClusterTask = 'load-balancer' | 'target-group' | 'security-group';

const TASKS: readonly string[] = ['load-balancer', 'target-group', 'security-group'] satisfies ClusterTask[];
const GC = 'aws.cluster.x-k8s.io/external-resource-gc';
const GC_TASKS = 'aws.cluster.x-k8s.io/external-resource-tasks-gc';
/** The tags by which Cluster API and Holystone know whether to collect the leftovers of a cluster. */
export const COLLECTION_TAGS: readonly string[] = [GC, GC_TASKS];
/** The texts that Go's strconv.ParseBool accepts. */
const [TRUE, FALSE] = [/^(?:1|t|T|TRUE|true|True)$/, /^(?:0|f|F|FALSE|false|False)$/];

/**
 * Why the tags that Cluster API knows keep the leftovers of a kind; `undefined` where they do not.
 * @param task absent: the kind has no word in Cluster API
 */
export function optedOutOfCollection(tags: Tags, task: ClusterTask | undefined): string | undefined {
  const collects = tags[GC];
  if (collects !== undefined && FALSE.test(collects)) return `tag ${GC} says ${collects}`;
  if (collects !== undefined && !TRUE.test(collects))
    return `tag ${GC} says "${collects}", which is neither true nor false`;
  const tasks = tags[GC_TASKS]?.split(',').map((word) => word.trim());
  if (tasks === undefined) return undefined;
  const strange = tasks.find((word) => !TASKS.includes(word));
  if (strange !== undefined) return `tag ${GC_TASKS} names "${strange}"; known: ${TASKS.join(', ')}`;
  if (task !== undefined && tasks.includes(task)) return undefined;
  return `tag ${GC_TASKS} does not name ${task ?? 'this kind of resource'}`;
}

const CLUSTER = 'cluster/';

/**
 * The key by which evidence speaks about a cluster.
 * @param vpcId of the resource; absent: not known, so the cluster has to be gone everywhere
 */
export function clusterAlias(name: string, vpcId: string | undefined): string {
  return vpcId === undefined ? `${CLUSTER}${name}` : `${CLUSTER}${name}${BEFORE_VPC}${vpcId}`;
}

/** Is it from {@link clusterAlias}? */
export function isClusterAlias(alias: string): boolean {
  return alias.startsWith(CLUSTER);
}

const KEPT = 'keptCluster/';

/** The key by which evidence says that a tag on one leftover of a cluster keeps the others. */
export function clusterKeptAlias(name: string, vpcId: string | undefined): string {
  return KEPT + clusterAlias(name, vpcId);
}

/** Is it from {@link clusterKeptAlias}? Such a finding is about a tag, not about the cluster. */
export function isKeptAlias(alias: string): boolean {
  return alias.startsWith(KEPT);
}

/** The aliases of all clusters and of the stack that its tags name, and the unit a person decides about; for a resource's own fields. */
export function clusterFields(
  tags: Tags,
  vpcId: string | undefined,
): { readonly aliases: readonly string[]; readonly group?: string } {
  const ownership = ownershipOf(tags, { byNamingTags: true });
  const ofStack = stackAliases(tags);
  if (ownership.kind !== 'owned') return { aliases: ofStack };
  const { clusters } = ownership;
  // Documents name a cluster without its VPC.
  const named = clusters.flatMap((name) => [clusterAlias(name, vpcId), clusterAlias(name, undefined)]);
  const aliases = [...new Set([...named, ...clusters.map((name) => clusterKeptAlias(name, vpcId)), ...ofStack])];
  return clusters.length === 1 ? { aliases, group: `cluster/${clusters[0]}` } : { aliases };
}

/** The differences between the types that clusters leave behind. */
export interface LeftoverKind {
  /** It is a leftover only if it was made for a claim, and only in entries that take over its manager. */
  readonly isForClaim?: true;
  /** Its word in Cluster API's annotation; absent: it has none. */
  readonly task?: ClusterTask;
  /** It is a leftover only if a controller made it for a Service or an Ingress. */
  readonly isForService?: true;
  /** It is a leftover only if it was made for an image. */
  readonly isForImage?: true;
  /** No stack makes one: what carries its tags was made from its resources. */
  readonly isOfNoStack?: true;
}

/** What the rule reads of a resource. */
export interface Tagged {
  readonly tags: Tags;
  /** The image that a snapshot was made for. */
  readonly backedImage?: string;
}

/** The clusters whose leftover it would be; none if its own tags do not prove that, or keep it. Sorted. */
export function leftBy(
  { tags, backedImage }: Tagged,
  { task, isForService, isForClaim, isForImage }: LeftoverKind,
  { ownerTags }: { readonly ownerTags: boolean },
): readonly string[] {
  const ownership = ownershipOf(tags, { byNamingTags: ownerTags });
  if (ownership.kind !== 'owned' || (isForService && !isMadeForService(tags))) return [];
  if (isForClaim && claimOf(tags).kind !== 'made') return [];
  if (isForImage && backedImage === undefined) return [];
  return optedOutOfCollection(tags, task) === undefined ? ownership.clusters : [];
}
