import type { Handler } from '../../../contract/handler.ts';
import {
  clusterGone,
  clusterKept,
  clusterStands,
  managedByCluster,
  type OfCluster,
} from '../../resources/clusterGone.ts';
import type { ClusterParameters } from '../../resources/clusterParameters.ts';
import type { LeftoverKind } from '../../resources/clusterTags.ts';
import { stackGone, stackStands } from '../../resources/stackGone.ts';
import { deletedStacks } from '../stacks/deletedStacks.ts';
import { clusterOptOuts } from './clusterOptOuts.ts';
import { clusterSource } from './clusterSource.ts';
import { clustersElsewhere } from './clustersElsewhere.ts';
import { livingClusters } from './livingClusters.ts';
import { managementClusters } from './managementClusters.ts';

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
