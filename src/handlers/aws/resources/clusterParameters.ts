import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { spanParameter } from '../../../core/evaluation/rules/age.ts';
import { type ExternalReferences, externalReferencesParameter } from '../../documents/parameters.ts';
import { type ManagedParameters, managedParameters } from './managedBy.ts';

/** The key `clusters` of an entry whose type knows the rule `clusterGone`. */
export interface ClusterSettings {
  /** For how long surveys must have seen the cluster gone, ms. */
  readonly absentFor: number;
  /** Does Holystone keep the leftovers of a cluster that it never saw alive? */
  readonly requireSeenAlive: boolean;
  /** Names that people know are those of gone clusters: they need no survey that saw one alive while another lives beside it. */
  readonly gone: readonly string[];
  /** Do tags count whose value is the cluster's name? */
  readonly ownerTags: boolean;
  /** Names of other accounts whose parts of clusters count too; `all`: of every configured account. */
  readonly accounts: 'all' | readonly string[];
  /** Names of accounts of the provider `kubernetes`: management clusters of Cluster API. */
  readonly management: readonly string[];
  /** Documents that name living clusters. */
  readonly living: readonly ExternalReferences[];
}

/** The parsed keys that all types share whose resources may be leftovers of a Kubernetes cluster. */
export interface ClusterParameters extends ManagedParameters {
  readonly clusters: ClusterSettings;
  /** Of types that stacks make. */
  readonly stacks?: { readonly retained: 'keep' | 'delete' };
}

/** How the types with the rule find that a cluster is gone. */
export const clusters = z
  .strictObject({
    absentFor: spanParameter
      .default(DAY_MS)
      .describe('For how long every complete survey must have seen the cluster gone: `24h`, `3d`.'),
    requireSeenAlive: z
      .boolean()
      .default(false)
      .describe('Keeps the leftovers of a cluster that no survey ever saw alive.'),
    gone: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Names of clusters that you know are gone: needed for one that no survey ever saw alive while a cluster of another name lives in the VPC (of a resource in no VPC: in its account and region), because controllers write the name that they are set to. A cluster of such a name that is found still keeps everything.',
      ),
    ownerTags: z
      .boolean()
      .default(false)
      .describe(
        'Tags whose value names the cluster count too: `elbv2.k8s.aws/cluster`, `eks:cluster-name`, `eks:eks-cluster-name`, `alpha.eksctl.io/cluster-name`, `karpenter.k8s.aws/cluster`, `KubernetesCluster`, …; not only `kubernetes.io/cluster/NAME` = `owned`.',
      ),
    accounts: z
      .union([z.literal('all'), z.array(z.string().min(1))])
      .default([])
      .describe(
        'Other configured accounts, by name, or `all`: a cluster of the same name there keeps the resource. If one cannot be read, the resource stays.',
      ),
    management: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Management clusters of Cluster API, by the names of their accounts (provider `kubernetes`): a cluster of the same name there keeps the resource. If one cannot be read, the resource stays.',
      ),
    living: externalReferencesParameter.describe(
      'Documents that name living clusters, in the form of external references with the cluster as `id`; each must be readable and recent.',
    ),
  })
  .prefault({})
  .describe('How the rule `clusterGone` decides that a Kubernetes cluster is gone.');

const stacks = z
  .strictObject({
    retained: z
      .enum(['keep', 'delete'])
      .default('keep')
      .describe(
        '`keep`: what the template of the deleted stack retains stays (`DeletionPolicy` or `UpdateReplacePolicy` other than `Delete` and `Snapshot`), and all of a stack whose template cannot be read. `delete`: it goes too.',
      ),
  })
  .prefault({})
  .describe('What the rule `stackGone` selects of a stack that CloudFormation says is deleted.');

/** The keys of an entry for a type that clusters and stacks leave behind. */
export const clusterParameters = managedParameters.extend({ clusters, stacks }) satisfies z.ZodType<ClusterParameters>;
