/** What objects of the configuration's clusters name in AWS, and which container images. */

import { splitImagesIn } from '../../../images/split.ts';
import { clusterObjects } from '../../../kubernetes/evidence/clusterObjects.ts';
import { mentionsIn } from '../../mentions/scan.ts';

/**
 * Where `podImages` reads the images of a workload, and knows which of them run. Elsewhere in it, in a variable or an argument, stands
 * what it starts itself: an operator the images of its Pods.
 */
const OF_CONTAINERS =
  /\.(?:(?:containers|initContainers|ephemeralContainers)\[\]\.image|volumes\[\]\.image\.reference)$/;

/** One object for all types: they share its answers. */
export const inClusters = clusterObjects((object, by, isWorkload) => {
  const named = mentionsIn(object).filter(
    ({ kind, path }) =>
      kind !== 'taskDefinition' && !(isWorkload && kind === 'containerImage' && OF_CONTAINERS.test(path)),
  );
  const aliases = new Set([...named.map(({ alias }) => alias), ...splitImagesIn(object)]);
  return [...aliases].map((alias) => ({ alias, says: 'used', by }));
});
