import { ReadError } from '../../../../core/common/errors.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { kubernetes } from '../../../kubernetes/provider.ts';
import { CLUSTER_GONE } from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { clusterAlias } from '../../resources/clusterTags.ts';
import { managedClusters } from './clusterApi.ts';

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
