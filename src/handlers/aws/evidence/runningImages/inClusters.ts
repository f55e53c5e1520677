/** What objects of the configuration's clusters name in AWS, and which container images. */
import { clusterObjects } from '../../../kubernetes/evidence/clusterObjects.ts';
import { mentionsIn } from '../../mentions/scan.ts';

/** Of container images `podImages` says which of them workloads run. */
const OF_WORKLOADS: ReadonlySet<string> = new Set(['taskDefinition', 'containerImage']);
const OF_OTHERS: ReadonlySet<string> = new Set(['taskDefinition']);

/** One object for all types: they share its answers. */
export const inClusters = clusterObjects((said, by, isWorkload) => {
  const left = isWorkload ? OF_WORKLOADS : OF_OTHERS;
  const named = mentionsIn(said).filter(({ kind }) => !left.has(kind));
  return [...new Set(named.map(({ alias }) => alias))].map((alias) => ({ alias, says: 'used', by }));
});
