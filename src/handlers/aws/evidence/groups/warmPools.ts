import type { Instance } from '@aws-sdk/client-auto-scaling';
import type { Resource } from '../../../../core/resource/resource.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import type { GroupResource } from '../../resources/autoScalingGroup.ts';
import { send } from '../../wire/client.ts';
import { allOf, pagesOf } from '../../wire/paging.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource } from '../eachSource.ts';

/** The number of instances in a reason. */
const SHOWN = 3;

export const warmPools = eachSource<Resource & Partial<GroupResource>>({
  name: 'warmPools',
  summary: 'The warm pool of the group, whether or not instances wait in it.',
  calls: [autoScaling.describeWarmPool],
  reading:
    (target) =>
    async ({ id, described }) => {
      // The description shows whether there is a pool; the call only reads its instances.
      if (described && !described.WarmPoolConfiguration && !described.WarmPoolSize) return [];
      const { configured, instances } = await readWarmPool(target, id);
      if (!configured && instances.length === 0) return [];
      const states = instances.map(({ InstanceId, LifecycleState }) => `${InstanceId} ${LifecycleState}`);
      const shown = states.length === 0 ? 'no instances now' : states.slice(0, SHOWN).join(', ');
      const more = states.length > SHOWN ? `, and ${states.length - SHOWN} more` : '';
      return [{ says: 'used', by: `its warm pool (${shown}${more})` }];
    },
});

async function readWarmPool(
  target: CallScope,
  AutoScalingGroupName: string,
): Promise<{ configured: boolean; instances: readonly Instance[] }> {
  const call = autoScaling.describeWarmPool;
  const operation = { target, api: call.api, what: `reading the warm pool of ${AutoScalingGroupName}` };
  let configured = false;
  const pages = pagesOf(operation, async (NextToken) => {
    const answer = await send(target, call, { ...call.page, AutoScalingGroupName, NextToken });
    configured ||= answer.WarmPoolConfiguration !== undefined;
    return { items: requireList(answer.Instances, operation), nextToken: answer.NextToken };
  });
  return { instances: await allOf(pages), configured };
}
