import type { InstanceRefresh } from '@aws-sdk/client-auto-scaling';
import type { EvidenceSource } from '../../handler.ts';
import { autoScaling } from '../calls/autoScaling.ts';
import { permissionsOf } from '../calls/call.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { allOf, pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';
import { findingsOfEach } from './groupCandidates.ts';

export const instanceRefreshes: EvidenceSource = {
  name: 'instanceRefreshes',
  summary: 'Instance refreshes that are not over: pending, in progress, baking, being cancelled or rolled back.',
  permissions: permissionsOf(autoScaling.describeInstanceRefreshes),
  asks: 'candidates',
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

function refreshesOf(target: Target, AutoScalingGroupName: string): Promise<readonly InstanceRefresh[]> {
  const api = autoScaling.describeInstanceRefreshes.api;
  const doing: Doing = { target, api, what: `reading instance refreshes of ${AutoScalingGroupName}` };
  const pages = pagesOf(doing, async (NextToken) => {
    const answer = await call(target, api, async ({ autoScaling }, options) =>
      (await autoScaling).describeInstanceRefreshes({ AutoScalingGroupName, MaxRecords: 100, NextToken }, options),
    );
    return { items: listed(answer.InstanceRefreshes, doing), nextToken: answer.NextToken };
  });
  return allOf(pages);
}
