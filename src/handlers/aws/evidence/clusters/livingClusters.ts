import type { EvidenceSource } from '../../../contract/handler.ts';
import { externalReferences } from '../../../documents/references.ts';
import { CLUSTER_GONE } from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { clusterAlias } from '../../resources/clusterTags.ts';

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
