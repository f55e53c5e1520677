/** Images that the clusters of the configuration run, or may run again, whatever registry they come from. */
import type { Finding } from '../../../core/common/finding.ts';
import { collecting } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { listObjects } from '../calls/lists.ts';
import { WORKLOADS } from '../calls/workloads.ts';
import { imagesOf } from '../objects/imagesOf.ts';
import { everyCluster, provenCluster } from './provenCluster.ts';

/**
 * @param usesOf the uses of an image, from its reference as it is written for `docker pull` and, once a node has pulled
 *   it, its digest
 */
export function podImages(
  usesOf: (reference: string | undefined, by: string, digest?: string) => readonly Finding[],
): EvidenceSource {
  return {
    name: 'podImages',
    summary:
      'Images of Pods that have not ended, in every cluster of the configuration, by tag and by the digest that runs; and of Deployments, StatefulSets, DaemonSets, CronJobs and Jobs, with the revisions to which they can be rolled back.',
    permissions: ['kubernetes:GetClusterId', 'kubernetes:ListWorkloads'],
    per: 'location',
    provider: 'kubernetes',
    places: everyCluster,
    async read(place, scope, _candidates, io) {
      const target = await provenCluster(place, scope, io);
      // Thousands of Pods run the same image: one user of each says enough.
      const reported = new Set<string>();
      return collecting(async (found) => {
        for (const kind of WORKLOADS) {
          await found.attempt(async () => {
            for (const object of await listObjects(target, { kind })) {
              for (const { reference, digest, by } of imagesOf(kind.kind, object)) {
                const uses = usesOf(reference, `${by} in cluster ${place.account}`, digest);
                found.add(uses.filter(({ alias }) => !reported.has(alias)));
                for (const { alias } of uses) reported.add(alias);
              }
            }
          });
        }
      });
    },
  };
}
