import type { Instance } from '@aws-sdk/client-auto-scaling';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { call } from '../../wire/client.ts';
import { allOf, pagesOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { findingsOfEach, type GroupCandidate, type GroupFinding } from './groupCandidates.ts';

export const warmPools: EvidenceSource = {
  name: 'warmPools',
  summary: 'The warm pool of the group, whether or not instances wait in it.',
  permissions: permissionsOf(autoScaling.describeWarmPool),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    return findingsOfEach(candidates, (group) => warmPoolOf(target, group));
  },
};

/** The description says whether there is one; a call is spent only on what is in it. */
async function warmPoolOf(target: CallScope, { id, described }: GroupCandidate): Promise<readonly GroupFinding[]> {
  if (described && !described.WarmPoolConfiguration && !described.WarmPoolSize) return [];
  const { configured, instances } = await readWarmPool(target, id);
  if (!configured && instances.length === 0) return [];
  const states = instances.map(({ InstanceId, LifecycleState }) => `${InstanceId} ${LifecycleState}`);
  const shown = states.length === 0 ? 'no instances now' : states.slice(0, SHOWN).join(', ');
  const more = states.length > SHOWN ? `, and ${states.length - SHOWN} more` : '';
  return [{ says: 'used', by: `its warm pool (${shown}${more})` }];
}

/** How many instances a reason names. */
const SHOWN = 3;

/** "The maximum value is 50": https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_DescribeWarmPool.html */
const PAGE = 50;

async function readWarmPool(
  target: CallScope,
  AutoScalingGroupName: string,
): Promise<{ configured: boolean; instances: readonly Instance[] }> {
  const api = autoScaling.describeWarmPool.api;
  const doing: CallContext = { target, api, what: `reading the warm pool of ${AutoScalingGroupName}` };
  let configured = false;
  const pages = pagesOf(doing, async (NextToken) => {
    const answer = await call(target, api, async ({ autoScaling }, options) =>
      (await autoScaling).describeWarmPool({ AutoScalingGroupName, MaxRecords: PAGE, NextToken }, options),
    );
    configured ||= answer.WarmPoolConfiguration !== undefined;
    return { items: requireList(answer.Instances, doing), nextToken: answer.NextToken };
  });
  return { instances: await allOf(pages), configured };
}
