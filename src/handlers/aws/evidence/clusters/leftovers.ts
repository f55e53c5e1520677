import { ReadError } from '../../../../core/common/errors.ts';
import type { EvidenceSource, Handler } from '../../../contract/handler.ts';
import { externalReferences } from '../../../documents/references.ts';
import { kubernetes } from '../../../kubernetes/provider.ts';
import {
  CLUSTER_GONE,
  clusterGone,
  clusterKept,
  clusterStands,
  managedByCluster,
  type OfCluster,
} from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { clusterAlias, type LeftoverKind } from '../../resources/clusterTags.ts';
import { stackGone, stackStands } from '../../resources/stackGone.ts';
import { deletedStacks } from '../stacks/deletedStacks.ts';
import { managedClusters } from './clusterApi.ts';
import { clusterOptOuts } from './clusterOptOuts.ts';
import { clusterSource } from './clusterSource.ts';
import { clustersElsewhere } from './clustersElsewhere.ts';

/** One read of a management cluster has all its clusters. */
const EVERYWHERE = 'clusters';

/** Clusters that the Cluster API of a management cluster looks after; the name alone counts, in any region. */
export const managementClusters: EvidenceSource<ClusterParameters> = {
  name: 'managementClusters',
  summary:
    'Kubernetes clusters that the Cluster API of a management cluster looks after (`clusters.management`), also those that it is deleting.',
  permissions: ['kubernetes:GetKinds', 'kubernetes:ListObjects'],
  provider: kubernetes.name,
  per: 'location',
  findsExistence: true,
  places: ({ rules, parameters }) =>
    rules?.includes(CLUSTER_GONE)
      ? [...new Set(parameters.clusters.management)].map((account) => ({ account, location: EVERYWHERE }))
      : [],
  async read(place, scope, _candidates, io) {
    const account = scope.accounts.find(({ name }) => name === place.account);
    if (account?.provider !== kubernetes.name) {
      const message = `reading the management cluster ${place.account}: no account of the configuration with the provider kubernetes has that name; correct \`clusters.management\``;
      throw new ReadError(message, { problem: 'failed' });
    }
    await kubernetes.prove(place, scope, io);
    const clusters = await managedClusters({ account, io });
    return clusters.map(({ name, by }) => ({ alias: clusterAlias(name, undefined), says: 'exists', by }));
  },
};

const documents = externalReferences<ClusterParameters>(({ clusters }) => clusters.living);

/** Clusters that a person's own list names: a management cluster's export, an inventory, other accounts. */
export const livingClusters: EvidenceSource<ClusterParameters> = {
  ...documents,
  name: 'livingClusters',
  summary:
    'Living Kubernetes clusters named in a file or at a URL (`clusters.living`); a document that is too old does not count.',
  findsExistence: true,
  places: (scope) => (scope.rules?.includes(CLUSTER_GONE) ? documents.places(scope) : []),
  async read(place, scope, candidates, io) {
    const named = await documents.read(place, scope, candidates, io);
    return named.map(({ alias, by }) => ({
      alias: clusterAlias(nameIn(alias), undefined),
      says: 'exists',
      by: `cluster ${nameIn(alias)} (${by})`,
    }));
  },
};

/** An inventory may name an EKS cluster by its ARN; its last part is the name. */
function nameIn(id: string): string {
  return /^arn:[^:]+:eks:[^:]*:[^:]*:cluster\/(.+)$/i.exec(id)?.[1] ?? id;
}

/** The parts of a handler whose resources deleted clusters and stacks leave behind; its parameters are `clusterParameters`. */
type Parts = Pick<Handler<OfCluster, ClusterParameters>, 'evidence' | 'rules' | 'safeguards'>;

/**
 * The rule nominates; the safeguards keep while the cluster exists, a tag keeps it, or another controller manages the
 * resource.
 */
export function leftovers(kind: LeftoverKind): Parts {
  return {
    evidence: [
      ...[clusterSource(kind), clusterOptOuts(kind), clustersElsewhere(kind), managementClusters, livingClusters],
      ...(kind.isOfNoStack ? [] : [deletedStacks]),
    ],
    rules: [clusterGone(kind), ...(kind.isOfNoStack ? [] : [stackGone])],
    safeguards: [
      ...[managedByCluster(kind), clusterKept, clusterStands(kind)],
      ...(kind.isOfNoStack ? [] : [stackStands]),
    ],
  };
}
