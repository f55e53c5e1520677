import { z } from 'zod';
import { oncePerText } from '../../../core/common/oncePer.ts';
import { keyAsSeen } from '../../../core/common/seen.ts';
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { Resource } from '../../../core/resource/resource.ts';

/** The keys of an entry about resources with another manager, for every AWS type. */
export interface ManagedParameters {
  readonly manageOwned: readonly string[];
  readonly managedTags: readonly string[];
}

export const manageOwned = z
  .array(z.string().min(1))
  .default([])
  .describe(
    'Managers whose resources are cleaned anyway, by the name after `managed-by:` in the reason: `cloudformation`, `eks`, …',
  );

const TAG = 'a tag key, a beginning of one with `*`, or `KEY=VALUE`: `terraform`, `pulumi:*`, `ManagedBy=terraform`';

/** Tags of infrastructure as code differ between companies. */
export const managedTags = z
  .array(z.string({ error: TAG }).regex(/^[^*=]+(\*|=.+)?$/, { error: TAG }))
  .default([])
  .describe(
    `Tags that your own tools put on resources they manage: each is ${TAG}; case does not matter. Holystone keeps their resources.`,
  );

/** The keys of an entry for a type without other keys. */
export const managedParameters = z.strictObject({ manageOwned, managedTags });

/** Does an entry clean the resources of this manager? */
export function manages(parameters: Pick<ManagedParameters, 'manageOwned'> | undefined, manager: string): boolean {
  return parameters?.manageOwned.some((name) => name.toLowerCase() === manager) ?? false;
}

/** Prefixes of tag keys, in lower case, and their writers; the first match wins (docs/behaviour/aws.md). */
const MANAGERS: readonly (readonly [prefix: string, manager: string])[] = [
  ['aws:dlm:', 'dlm'],
  ['dlm:', 'dlm'],
  ['eks:', 'eks'],
  ['k8s.io/cluster-autoscaler/', 'cluster-autoscaler'],
  ['k8s.io/', 'kubernetes'],
  ['kubernetes.io/', 'kubernetes'],
  // Written by Kubernetes' cloud provider and kops before `kubernetes.io/cluster/…`.
  ['kubernetescluster', 'kubernetes'],
  ['ebs.csi.aws.com/', 'ebs-csi'],
  // On a file system, and on each access point that it made.
  ['efs.csi.aws.com/', 'efs-csi'],
  ['csivolumename', 'csi'],
  ['csivolumesnapshotname', 'csi'],
  ['karpenter', 'karpenter'],
  ['parallelcluster:', 'parallelcluster'],
  // On the file system of a domain.
  ['managedbyamazonsagemakerresource', 'sagemaker'],
  ['elasticbeanstalk:', 'elasticbeanstalk'],
  ['amazonecsmanaged', 'ecs'],
  ['awsbatch', 'batch'],
  ['ec2imagebuilderarn', 'imagebuilder'],
  ['awselasticdisasterrecovery', 'drs'],
  ['awsdrs', 'drs'],
  ['awsapplicationmigrationservice', 'mgn'],
  ['velero.io/', 'velero'],
  // Each detaches a volume, an address or an interface and attaches it again: Spot's stateful nodes, Crossplane, Cast AI, Coder.
  ['spotinst:', 'spot'],
  ['crossplane-', 'crossplane'],
  ['cast:', 'castai'],
  ['coder_provisioned', 'coder'],
  // Machine Creation Services, on whatever it makes: https://docs.citrix.com/en-us/citrix-daas/install-configure/machine-catalogs-manage
  ['citrix', 'citrix'],
  ['xdconfig', 'citrix'],
  // Desktops that a portal stops and starts, and target groups, images and volumes beside them, which no stack made: Research and
  // Engineering Studio (https://github.com/aws/res/issues/183), its predecessor IDEA, and SOCA (https://github.com/awslabs).
  ['res:', 'res'],
  ['idea:', 'idea'],
  ['soca:', 'soca'],
  // The drives of a pool that is scaled to none: https://docs.portworx.com/install-portworx/kubernetes/aws/aws-asg
  ['pwx_', 'portworx'],
];

/**
 * Names that only these give. AWS Backup's tags may not have been copied; the group of Citrix "persists and is reused" for each image, and
 * those of a workspace of Databricks for each of its clusters, and nothing has them between two.
 */
const NAMES: readonly (readonly [pattern: RegExp, manager: string])[] = [
  [/^AwsBackup/, 'backup'],
  [/^Citrix\.XenDesktop\.IsolationGroup-/, 'citrix'],
  [/^dbe-worker-[\w-]{1,200}-(?:un)?managed$/, 'databricks'],
];

/**
 * Texts that these tools write into the description of a snapshot or an image, in case their tags were not copied:
 * https://docs.aws.amazon.com/aws-backup/latest/devguide/integrate-services.html, the tags and descriptions of
 * https://github.com/kubernetes-sigs/aws-ebs-csi-driver and Data Lifecycle Manager, and Elastic Disaster Recovery.
 */
const DESCRIPTIONS: readonly (readonly [pattern: RegExp, manager: string])[] = [
  [/\bcreated by the AWS Backup service\b/i, 'backup'],
  [/^Created for policy: policy-[0-9a-f]+ schedule: /i, 'dlm'],
  [/^Created by AWS EBS CSI driver\b/i, 'ebs-csi'],
  [/\bAWS Elastic Disaster Recovery\b/i, 'drs'],
  [/\bAWS Application Migration Service\b/i, 'mgn'],
];

/** A resource whose API names its operator. */
interface Operated extends Resource {
  /** A service principal: `eks.amazonaws.com`. */
  readonly operator?: string;
  readonly description?: string;
}

/** Keeps resources that another controller would recreate or miss. */
export const managedBy: Safeguard<Operated, ManagedParameters> = {
  name: 'managedBy',
  summary:
    'Managed by another controller, according to its tags (`aws:*`, `eks:*`, `karpenter*`, `managedTags`, …), its operator or its description; see `manageOwned`.',
  keeps(resource, parameters) {
    const managers = [...managersOf(resource), ...toolsOf(resource, parameters.managedTags)];
    if (managers.length === 0) return undefined;
    const ours = new Set(parameters.manageOwned.map((name) => name.toLowerCase()));
    const others = [...new Set(managers)].filter((name) => !ours.has(name));
    return others.length === 0 ? undefined : others.map((name) => `managed-by:${name}`).join(', ');
  },
};

function managersOf({ tags, operator, name, description = '' }: Operated): readonly string[] {
  const managers: string[] = [];
  for (const key in tags) {
    const manager = managerOf(key);
    if (manager !== undefined) managers.push(manager);
  }
  // A stopped VM of BOSH leaves its persistent disk detached; neither tag alone says so.
  if ('director' in tags && 'deployment' in tags) managers.push('bosh');
  if (operator !== undefined) managers.push(operator.toLowerCase());
  for (const [pattern, manager] of NAMES) if (pattern.test(name)) managers.push(manager);
  for (const [pattern, manager] of DESCRIPTIONS) if (pattern.test(description)) managers.push(manager);
  return managers;
}

/**
 * `kops.k8s.io/…`, `node.kubernetes.io/…`, `sigs.k8s.io/cluster-api-provider-aws/…`: these domains belong to
 * Kubernetes. `elbv2.k8s.aws/…`, `ingress.k8s.aws/…`, `gateway.k8s.aws.alb/…`: AWS's controller of load balancers in it;
 * `ingress.eks.amazonaws.com/…`: the same in Auto Mode of EKS.
 */
const KUBERNETES_DOMAIN = /^[a-z0-9.-]+\.(?:(?:k8s|kubernetes)\.io|k8s\.aws(?:\.[an]lb)?|eks\.amazonaws\.com)\//;

/** The patterns that match a tag, as the configuration spells them, in lower case. */
function toolsOf({ tags }: Resource, patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return patterns;
  const written = Object.entries(tags).map(([key, value]) => [keyAsSeen(key), keyAsSeen(value)] as const);
  return patterns.map(keyAsSeen).filter((pattern) => written.some(([key, value]) => fits(pattern, key, value)));
}

function fits(pattern: string, key: string, value: string): boolean {
  if (pattern.endsWith('*')) return key.startsWith(pattern.slice(0, -1));
  const [wanted, ...rest] = pattern.split('=');
  return key === wanted && (rest.length === 0 || value === rest.join('='));
}

/**
 * EC2 writes it on whatever a person launches from a template: it says where it is from, and nothing manages it. EFS writes the other on
 * what AWS Backup saves each day, which the console switches on by itself.
 */
const SAYS_WHENCE = /^aws:(?:ec2launchtemplate:|elasticfilesystem:default-backup$)/;

/** Only AWS can write `aws:` tags; the part after the prefix names the service. */
const managerOf = oncePerText((written: string): string | undefined => {
  const key = keyAsSeen(written);
  const known = MANAGERS.find(([prefix]) => key.startsWith(prefix));
  if (known) return known[1];
  if (KUBERNETES_DOMAIN.test(key)) return 'kubernetes';
  if (SAYS_WHENCE.test(key)) return undefined;
  return key.startsWith('aws:') ? key.split(':')[1] || 'aws' : undefined;
});

/**
 * The first reason that counts to the end, read directly before a request: what AWS refuses for late, or never. Who manages a
 * resource is not one, since an entry may say that it counts for nothing (`manageOwned`); the checks before have asked it.
 */
export function reasonToTheEnd<R extends Resource>(
  safeguards: readonly Safeguard<R, ManagedParameters>[],
  resource: R,
): string | undefined {
  const none = { manageOwned: [], managedTags: [] };
  const facts = { now: 0, findings: [] };
  const checked = safeguards.filter(({ name }) => name !== managedBy.name);
  return checked.flatMap((one) => one.keeps(resource, none, facts) ?? [])[0];
}
