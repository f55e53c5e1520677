import type { InstanceRefresh } from '@aws-sdk/client-auto-scaling';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { findingsOfEach } from './groupCandidates.ts';

export const instanceRefreshes: EvidenceSource = {
  name: 'instanceRefreshes',
  summary: 'Instance refreshes that are not over: pending, in progress, baking, being cancelled or rolled back.',
  permissions: permissionsOf(autoScaling.describeInstanceRefreshes),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    return findingsOfEach(candidates, async ({ id }) => {
      const running = (await refreshesOf(target, id)).filter(({ Status }) => !OVER.has(Status));
      return running.map((refresh) => ({ says: 'used', by: describe(refresh) }));
    });
  },
};

/** A status that is not known here counts as not over. */
const OVER: ReadonlySet<unknown> = new Set([
  'Cancelled',
  'Failed',
  'RollbackFailed',
  'RollbackSuccessful',
  'Successful',
]);

function describe({ InstanceRefreshId, Status }: InstanceRefresh): string {
  return `instance refresh ${InstanceRefreshId} (${Status})`;
}

function refreshesOf(target: CallScope, AutoScalingGroupName: string): Promise<readonly InstanceRefresh[]> {
  const listing = pages(
    target,
    autoScaling.describeInstanceRefreshes,
    `reading instance refreshes of ${AutoScalingGroupName}`,
    { AutoScalingGroupName },
  );
  return allOf(listing);
}
