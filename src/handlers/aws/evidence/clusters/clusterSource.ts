import type { Finding } from '../../../../core/common/finding.ts';
import type { Reason } from '../../../../core/common/reason.ts';
import { findOfEach } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { CLUSTER_GONE, type OfCluster } from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import { clusterAlias, type LeftoverKind, leftBy } from '../../resources/clusterTags.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { BESIDE_READS, Clusters } from './clusterParts.ts';

/** The listings are read once for so many. */
export const LEFTOVERS_AT_ONCE = 10_000;

/** Finds whether the clusters of candidates exist. Only "not found" by name together with no carrier is `gone`. */
export function clusterSource(kind: LeftoverKind): EvidenceSource<ClusterParameters> {
  return {
    name: 'clusters',
    summary:
      'Whether the Kubernetes cluster that made it exists: EKS clusters of that name; instances, Auto Scaling groups and launch templates with its tag. Only for entries with the rule `clusterGone`.',
    permissions: BESIDE_READS,
    per: 'resource',
    candidatesAtOnce: LEFTOVERS_AT_ONCE,
    findsExistence: true,
    places: (scope) => (scope.rules?.includes(CLUSTER_GONE) ? ownPlace(scope) : []),
    variant: ({ parameters }) => String(parameters.clusters.ownerTags),
    async read(place, scope, candidates, io) {
      const clusters = new Clusters(await provenReader(place, scope, io));
      const seen = new Set<string>();
      return findOfEach(candidates as readonly OfCluster[], async (candidate) => {
        const names = leftBy(candidate, kind, scope.parameters.clusters);
        const findings: Finding[] = [];
        for (const name of names) {
          const alias = clusterAlias(name, candidate.vpcId);
          const found = await clusters.find(name, candidate.vpcId);
          if (seen.has(alias)) continue;
          const isGone = found.some(({ says }) => says === 'gone');
          const beside = isGone ? await clusters.beside(name, candidate.vpcId) : [];
          findings.push(...found.map((finding) => withCautions({ alias, ...finding }, beside)));
          seen.add(alias);
        }
        return findings;
      });
    },
  };
}

function withCautions(finding: Finding, more: readonly Reason[]): Finding {
  return more.length === 0 ? finding : { ...finding, cautions: [...(finding.cautions ?? []), ...more] };
}
