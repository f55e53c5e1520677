/** Images that the clusters of the configuration run, or may run again, whatever registry they come from. */
import { ReadError } from '../../../core/common/errors.ts';
import type { Finding } from '../../../core/common/finding.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import { collecting } from '../../contract/collecting.ts';
import type { EvidenceSource } from '../../contract/handler.ts';
import { listObjects } from '../calls/lists.ts';
import { prove } from '../calls/prove.ts';
import { WORKLOADS } from '../calls/workloads.ts';
import { imagesOf } from '../objects/imagesOf.ts';
import type { CallScope } from '../wire/call.ts';

/** In a place: all namespaces of a cluster. */
const WHOLE = 'all namespaces';

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
    places: ({ accounts }) =>
      accounts
        .filter(({ provider }) => provider === 'kubernetes')
        .map(({ name }) => ({ account: name, location: WHOLE })),
    async read(place, { accounts }, _candidates, io) {
      const account = accounts.find(({ name }) => name === place.account) as Account;
      if (account.id === undefined) {
        const message = `account ${account.name} is declared without id, so Holystone cannot verify it; declare accounts[].id`;
        throw new ReadError(message, { problem: 'wrongAccount' });
      }
      const target: CallScope = { account, io };
      await prove(target);
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
