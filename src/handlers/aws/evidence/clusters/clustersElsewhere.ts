import type { Finding } from '../../../../core/common/finding.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource, Scope } from '../../../contract/handler.ts';
import { CLUSTER_GONE, type OfCluster } from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { clusterAlias, type LeftoverKind, leftBy } from '../../resources/clusterTags.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { CLUSTER_READS, Clusters } from './clusterParts.ts';
import { LEFTOVERS_AT_ONCE } from './clusterSource.ts';

/**
 * Parts of clusters in other accounts: of a shared VPC, or of a cluster that works here through a role. There the name
 * alone counts: no VPC of another account distinguishes two clusters of one name.
 */
export function clustersElsewhere(kind: LeftoverKind): EvidenceSource<ClusterParameters> {
  return {
    name: 'clustersElsewhere',
    summary:
      'The same parts of Kubernetes clusters in the accounts that `clusters.accounts` names, in the region of the resource.',
    permissions: CLUSTER_READS,
    per: 'resource',
    candidatesAtOnce: LEFTOVERS_AT_ONCE,
    findsExistence: true,
    places: (scope) =>
      accountsOf(scope)
        .filter((account) => account !== scope.account.name)
        .map((account) => ({ account, location: scope.location })),
    variant: ({ parameters }) => String(parameters.clusters.ownerTags),
    async read(place, scope, candidates, io) {
      const clusters = new Clusters(await provenReader(place, scope, io));
      const seen = new Set<string>();
      return findOfEach(candidates as readonly OfCluster[], async (candidate) => {
        const { vpcId } = candidate;
        const findings: Finding[] = [];
        for (const name of leftBy(candidate, kind, scope.parameters.clusters)) {
          const alias = clusterAlias(name, vpcId);
          if (seen.has(alias)) continue;
          // A cluster that could not be read is asked about again: it is a gap for each of its leftovers.
          const found = await clusters.find(name, undefined);
          seen.add(alias);
          // Its absence there proves nothing about here.
          const others = found.filter(({ says }) => says !== 'gone');
          findings.push(...others.map((one) => ({ ...one, alias, by: `${one.by} in account ${place.account}` })));
        }
        return findings;
      });
    },
  };
}

function accountsOf(scope: Scope<ClusterParameters>): readonly string[] {
  const { accounts } = scope.parameters.clusters;
  if (!scope.rules?.includes(CLUSTER_GONE)) return [];
  return accounts === 'all' ? everyAccount(scope).map(({ account }) => account) : [...new Set(accounts)];
}
